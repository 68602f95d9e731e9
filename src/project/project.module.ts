import { Module } from '@nestjs/common';
import { ProjectApplicationController } from './application/application.controller.js';
import { ProjectApplications } from './application/application.read-model.js';
import { ChangeRequestController } from './change-request/change-request.controller.js';
import { ChangeRequestConfigs } from './change-request/change-request.read-model.js';
import { ProjectConfirmationController } from './confirmation/project-confirmation.controller.js';
import { ProjectConfirmation } from './confirmation/project-confirmation.service.js';
import { ProjectEnvironmentController } from './environment/project-environment.controller.js';
import { ProjectEnvironmentService } from './environment/project-environment.service.js';
import { FeatureNamingModule } from './feature-naming.module.js';
import { FlagCreatorController } from './flag-creator/flag-creator.controller.js';
import { FlagCreators } from './flag-creator/flag-creator.read-model.js';
import { ProjectInsightsController } from './insights/insights.controller.js';
import { ProjectInsights } from './insights/insights.read-model.js';
import { ProjectArchive } from './project-archive.service.js';
import { ProjectController } from './project.controller.js';
import { ProjectReadModel } from './project.read-model.js';
import { ProjectService } from './project.service.js';
import { ProjectStatusController } from './status/status.controller.js';
import { ProjectStatus } from './status/status.read-model.js';

/** Projects, their environments, and how they are doing. Knows nothing of what features are made of: see the project contents for that. */
@Module({
  imports: [FeatureNamingModule],
  controllers: [
    ProjectController,
    ProjectEnvironmentController,
    ChangeRequestController,
    ProjectInsightsController,
    ProjectStatusController,
    ProjectApplicationController,
    FlagCreatorController,
    ProjectConfirmationController,
  ],
  providers: [
    ProjectService,
    ProjectArchive,
    ProjectReadModel,
    ProjectEnvironmentService,
    ChangeRequestConfigs,
    ProjectInsights,
    ProjectStatus,
    ProjectApplications,
    FlagCreators,
    ProjectConfirmation,
  ],
  exports: [ProjectReadModel],
})
export class ProjectModule {}
