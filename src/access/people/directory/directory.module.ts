import { Module } from '@nestjs/common';
import { AuthModule } from '../../../core/auth/auth.module.js';
import { DirectoryGroups } from './directory-groups.js';
import { DirectorySettingsController } from './directory-settings.controller.js';
import { DirectorySettingsService } from './directory-settings.service.js';
import { DirectoryUsers } from './directory-users.js';
import { ScimController, ScimGroupsController, ScimUsersController } from './scim.controller.js';
import { ScimBulk } from './scim-bulk.js';

/** Users and groups that a directory of people manages (SCIM). */
@Module({
  imports: [AuthModule],
  controllers: [
    DirectorySettingsController,
    ScimUsersController,
    ScimGroupsController,
    ScimController,
  ],
  providers: [DirectoryGroups, DirectorySettingsService, DirectoryUsers, ScimBulk],
})
export class DirectoryModule {}
