import { Module } from '@nestjs/common';
import { AccessOverviewController } from './overview/access-overview.controller.js';
import { AccessOverviewReadModel } from './overview/access-overview.read-model.js';
import { RoleController } from './role/role.controller.js';
import { RoleReadModel } from './role/role.read-model.js';
import { RoleService } from './role/role.service.js';

/** Roles, and an overview of who has them. */
@Module({
  controllers: [AccessOverviewController, RoleController],
  providers: [AccessOverviewReadModel, RoleReadModel, RoleService],
  exports: [RoleService],
})
export class RolesModule {}
