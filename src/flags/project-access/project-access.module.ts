import { Module } from '@nestjs/common';
import { ProjectAccessController } from './project-access.controller.js';
import { ProjectAccessReadModel } from './project-access.read-model.js';
import { ProjectAccessService } from './project-access.service.js';

/** Who has which roles in a project. */
@Module({
  controllers: [ProjectAccessController],
  providers: [ProjectAccessReadModel, ProjectAccessService],
  exports: [ProjectAccessService],
})
export class ProjectAccessModule {}
