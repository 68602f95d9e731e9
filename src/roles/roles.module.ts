import { Module } from '@nestjs/common';
import { AccessOverviewController } from './overview/access-overview.controller.js';
import { AccessOverviewReadModel } from './overview/access-overview.read-model.js';
import { ProjectAccessController } from './project-access/project-access.controller.js';
import { ProjectAccessReadModel } from './project-access/project-access.read-model.js';
import { ProjectAccessService } from './project-access/project-access.service.js';
import { RoleController } from './role/role.controller.js';
import { RoleReadModel } from './role/role.read-model.js';
import { RoleService } from './role/role.service.js';

/** Roles and their assignments in projects. */
@Module({
  controllers: [AccessOverviewController, ProjectAccessController, RoleController],
  providers: [
    AccessOverviewReadModel,
    ProjectAccessService,
    ProjectAccessReadModel,
    RoleReadModel,
    RoleService,
  ],
  exports: [ProjectAccessService],
})
export class RolesModule {}
