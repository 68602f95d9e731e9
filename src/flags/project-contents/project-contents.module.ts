import { Module } from '@nestjs/common';
import { ProjectEnvironmentController } from './environment/project-environment.controller.js';
import { ProjectEnvironmentService } from './environment/project-environment.service.js';
import { ProjectOverviewController } from './overview/project-overview.controller.js';
import { ProjectOverviewReadModel } from './overview/project-overview.read-model.js';
import { ProjectRemovalController } from './removal/project-removal.controller.js';
import { ProjectRemovalService } from './removal/project-removal.service.js';

/**
 * Operations on projects together with their features and segments, which depend on projects
 * themselves.
 */
@Module({
  controllers: [ProjectEnvironmentController, ProjectOverviewController, ProjectRemovalController],
  providers: [ProjectEnvironmentService, ProjectOverviewReadModel, ProjectRemovalService],
  exports: [ProjectEnvironmentService, ProjectOverviewReadModel],
})
export class ProjectContentsModule {}
