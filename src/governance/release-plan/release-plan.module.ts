import { Module } from '@nestjs/common';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ImpactMetricsModule } from '../../serving/impact-metrics/impact-metrics.module.js';
import { MilestoneContent } from './milestone-content.js';
import { PlanController } from './plan/plan.controller.js';
import { PlanReadModel } from './plan/plan.read-model.js';
import { PlanService } from './plan/plan.service.js';
import { PlanSteps } from './plan/plan-steps.js';
import { PlanAutomation } from './progression/plan-automation.js';
import { ProgressionController } from './progression/progression.controller.js';
import { ProgressionService } from './progression/progression.service.js';
import { ReleasePlanJobs } from './progression/release-plan.jobs.js';
import { SafeguardSamples } from './safeguard/safeguard-samples.js';
import { WatchedUsage } from './safeguard/watched-usage.js';
import { TemplateController } from './template/template.controller.js';
import { TemplateMilestonesController } from './template/template-milestones.controller.js';
import { TemplateMilestonesService } from './template/template-milestones.service.js';
import { TemplateReadModel } from './template/template.read-model.js';
import { TemplateService } from './template/template.service.js';

/** Release plans: rollouts of features in milestones, and their templates. */
@Module({
  imports: [FeatureModule, ImpactMetricsModule],
  controllers: [
    TemplateController,
    TemplateMilestonesController,
    PlanController,
    ProgressionController,
  ],
  providers: [
    MilestoneContent,
    PlanAutomation,
    PlanReadModel,
    PlanService,
    PlanSteps,
    ProgressionService,
    ReleasePlanJobs,
    SafeguardSamples,
    TemplateMilestonesService,
    TemplateReadModel,
    TemplateService,
    WatchedUsage,
  ],
  exports: [PlanService, ProgressionService, WatchedUsage],
})
export class ReleasePlanModule {}
