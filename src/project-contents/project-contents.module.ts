import { Module } from '@nestjs/common';
import { ProjectOverviewController } from './overview/overview.controller.js';
import { ProjectOverview } from './overview/overview.read-model.js';
import { ProjectRemovalController } from './removal/project-removal.controller.js';
import { ProjectRemoval } from './removal/project-removal.service.js';

/** Projects together with what is in them: what needs to know features and segments as well, which in turn know projects. */
@Module({
  controllers: [ProjectOverviewController, ProjectRemovalController],
  providers: [ProjectOverview, ProjectRemoval],
  exports: [ProjectOverview],
})
export class ProjectContentsModule {}
