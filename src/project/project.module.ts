import { Module } from '@nestjs/common';
import { DefaultStrategyService } from './default-strategy/default-strategy.service.js';
import { ProjectEnvironmentController } from './environment/project-environment.controller.js';
import { ProjectEnvironmentService } from './environment/project-environment.service.js';
import { ProjectOverviewController } from './overview/overview.controller.js';
import { ProjectOverview } from './overview/overview.read-model.js';
import { ProjectArchive } from './project-archive.service.js';
import { ProjectController } from './project.controller.js';
import { ProjectReadModel } from './project.read-model.js';
import { ProjectService } from './project.service.js';

/** Projects, their environments, and how features start there. */
@Module({
  controllers: [ProjectController, ProjectOverviewController, ProjectEnvironmentController],
  providers: [ProjectService, ProjectArchive, ProjectReadModel, ProjectOverview, ProjectEnvironmentService, DefaultStrategyService],
  exports: [ProjectReadModel, ProjectOverview],
})
export class ProjectModule {}
