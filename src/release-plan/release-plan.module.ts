import { Module } from '@nestjs/common';
import { FeatureModule } from '../feature/feature.module.js';
import { MilestoneContent } from './milestone-content.js';
import { PlanController } from './plan/plan.controller.js';
import { PlanReadModel } from './plan/plan.read-model.js';
import { PlanService } from './plan/plan.service.js';
import { PlanSteps } from './plan/plan-steps.js';
import { TemplateController } from './template/template.controller.js';
import { TemplateMilestonesController } from './template/template-milestones.controller.js';
import { TemplateMilestonesService } from './template/template-milestones.service.js';
import { TemplateReadModel } from './template/template.read-model.js';
import { TemplateService } from './template/template.service.js';

/** Release plans: rollouts of features in milestones, and their templates. */
@Module({
  imports: [FeatureModule],
  controllers: [TemplateController, TemplateMilestonesController, PlanController],
  providers: [
    MilestoneContent,
    PlanReadModel,
    PlanService,
    PlanSteps,
    TemplateMilestonesService,
    TemplateReadModel,
    TemplateService,
  ],
  exports: [PlanService],
})
export class ReleasePlanModule {}
