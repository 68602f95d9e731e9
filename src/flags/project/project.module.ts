import { Module } from '@nestjs/common';
import { ApprovalConfigController } from './approval-config/approval-config.controller.js';
import { ApprovalConfigReadModel } from './approval-config/approval-config.read-model.js';
import { ApprovalConfigService } from './approval-config/approval-config.service.js';
import { ProjectApplicationController } from './application/project-application.controller.js';
import { ProjectApplicationReadModel } from './application/project-application.read-model.js';
import { FeatureNamingModule } from './feature-naming.module.js';
import { FlagCreatorController } from './flag-creator/flag-creator.controller.js';
import { FlagCreatorReadModel } from './flag-creator/flag-creator.read-model.js';
import { ProjectAddressesController } from './addresses/project-addresses.controller.js';
import { ProjectAddressesService } from './addresses/project-addresses.service.js';
import { ProjectInsightsController } from './insights/project-insights.controller.js';
import { ProjectInsightsReadModel } from './insights/project-insights.read-model.js';
import { ProjectPolicyController } from './policy/project-policy.controller.js';
import { ProjectPolicyService } from './policy/project-policy.service.js';
import { ProjectArchiveService } from './project-archive.service.js';
import { ProjectController } from './project.controller.js';
import { ProjectReadModel } from './project.read-model.js';
import { ProjectService } from './project.service.js';
import { ProjectStatusController } from './status/project-status.controller.js';
import { ProjectStatusReadModel } from './status/project-status.read-model.js';

/**
 * Projects, their environments and insights. Independent of features; see project contents for
 * operations on both.
 */
@Module({
  imports: [FeatureNamingModule],
  controllers: [
    ProjectController,
    ApprovalConfigController,
    ProjectInsightsController,
    ProjectStatusController,
    ProjectApplicationController,
    FlagCreatorController,
    ProjectAddressesController,
    ProjectPolicyController,
  ],
  providers: [
    ProjectService,
    ProjectArchiveService,
    ProjectReadModel,
    ApprovalConfigReadModel,
    ApprovalConfigService,
    ProjectInsightsReadModel,
    ProjectStatusReadModel,
    ProjectApplicationReadModel,
    FlagCreatorReadModel,
    ProjectAddressesService,
    ProjectPolicyService,
  ],
  exports: [ProjectArchiveService, ProjectPolicyService, ProjectReadModel, ProjectService],
})
export class ProjectModule {}
