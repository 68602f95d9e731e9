import { Module } from '@nestjs/common';
import { ProjectEnvironmentController } from './project-environment.controller.js';
import { ProjectEnvironmentService } from './project-environment.service.js';
import { ProjectOverviewController } from './project-overview.controller.js';
import { ProjectOverviewReadModel } from './project-overview.read-model.js';
import { ProjectRemovalController } from './project-removal.controller.js';
import { ProjectRemovalService } from './project-removal.service.js';

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
