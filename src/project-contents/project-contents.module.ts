import { Module } from '@nestjs/common';
import { ProjectOverviewController } from './overview/project-overview.controller.js';
import { ProjectOverviewReadModel } from './overview/project-overview.read-model.js';
import { ProjectRemovalController } from './removal/project-removal.controller.js';
import { ProjectRemovalService } from './removal/project-removal.service.js';

/**
 * Projects together with what is in them: what needs to know features and segments as well, which
 * in turn know projects.
 */
@Module({
  controllers: [ProjectOverviewController, ProjectRemovalController],
  providers: [ProjectOverviewReadModel, ProjectRemovalService],
  exports: [ProjectOverviewReadModel],
})
export class ProjectContentsModule {}
