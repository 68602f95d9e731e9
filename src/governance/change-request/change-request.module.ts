import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ReleasePlanModule } from '../release-plan/release-plan.module.js';
import { SegmentModule } from '../../flags/segment/segment.module.js';
import { ReleasePlanActions } from './actions/release-plan-actions.js';
import { ChangeActions } from './actions/change-actions.js';
import { ApplicationService } from './application.service.js';
import {
  ChangeRequestController,
  ChangeRequestSearchController,
} from './change-request.controller.js';
import { ChangeRequestReadModel } from './change-request.read-model.js';
import { ChangeRequestRetention } from './change-request-retention.js';
import { Changes } from './changes.js';
import { DiscussionService } from './discussion.service.js';
import { DraftService } from './draft.service.js';
import { ReviewController } from './review.controller.js';
import { ReviewService } from './review.service.js';
import { SchedulingService } from './scheduling.service.js';

/** Changes that are made together once they are approved. */
@Module({
  imports: [AuthModule, FeatureModule, ReleasePlanModule, SegmentModule],
  controllers: [ChangeRequestController, ReviewController, ChangeRequestSearchController],
  providers: [
    ApplicationService,
    ChangeActions,
    ChangeRequestReadModel,
    ChangeRequestRetention,
    Changes,
    DiscussionService,
    DraftService,
    ReleasePlanActions,
    ReviewService,
    SchedulingService,
  ],
  exports: [ApplicationService, ChangeActions, SchedulingService],
})
export class ChangeRequestModule {}
