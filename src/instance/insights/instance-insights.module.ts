import { Module } from '@nestjs/common';
import { InstanceInsightsController } from './instance-insights.controller.js';
import { InstanceInsightsJob } from './instance-insights.job.js';
import { InstanceInsightsReadModel } from './instance-insights.read-model.js';

/** How the instance changes over time. */
@Module({
  controllers: [InstanceInsightsController],
  providers: [InstanceInsightsJob, InstanceInsightsReadModel],
})
export class InstanceInsightsModule {}
