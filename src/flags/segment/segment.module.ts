import { Module } from '@nestjs/common';
import { FeatureModule } from '../feature/feature.module.js';
import { SegmentController, SegmentSearchController } from './segment.controller.js';
import { SegmentReadModel, SegmentSearchReadModel } from './segment.read-model.js';
import { SegmentConstraints, SegmentService } from './segment.service.js';

/** Segments: constraints shared by strategies. */
@Module({
  imports: [FeatureModule],
  controllers: [SegmentController, SegmentSearchController],
  providers: [SegmentService, SegmentReadModel, SegmentSearchReadModel, SegmentConstraints],
  exports: [SegmentService],
})
export class SegmentModule {}
