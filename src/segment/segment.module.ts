import { Module } from '@nestjs/common';
import { SegmentConstraints } from './segment-constraints.js';
import { SegmentController } from './segment.controller.js';
import { SegmentReadModel } from './segment.read-model.js';
import { SegmentService } from './segment.service.js';
import { StrategySegments } from './strategy-segments.service.js';

/** Constraints that strategies share. */
@Module({ controllers: [SegmentController], providers: [SegmentService, StrategySegments, SegmentReadModel, SegmentConstraints] })
export class SegmentModule {}
