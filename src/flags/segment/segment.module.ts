import { Module } from '@nestjs/common';
import { FeatureModule } from '../feature/feature.module.js';
import { SegmentConstraints } from './segment-constraints.js';
import { SegmentSearchController } from './search/segment-search.controller.js';
import { SegmentSearchReadModel } from './search/segment-search.read-model.js';
import { SegmentController } from './segment.controller.js';
import { SegmentReadModel } from './segment.read-model.js';
import { SegmentService } from './segment.service.js';

/** Segments: constraints shared by strategies. */
@Module({
  imports: [FeatureModule],
  controllers: [SegmentController, SegmentSearchController],
  providers: [SegmentService, SegmentReadModel, SegmentSearchReadModel, SegmentConstraints],
  exports: [SegmentService],
})
export class SegmentModule {}
