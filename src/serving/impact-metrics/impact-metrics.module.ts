import { Module } from '@nestjs/common';
import { ImpactMetrics } from './impact-metrics.js';

/** Metrics that applications measure themselves, from reports to whoever watches them. */
@Module({ providers: [ImpactMetrics], exports: [ImpactMetrics] })
export class ImpactMetricsModule {}
