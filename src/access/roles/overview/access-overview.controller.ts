import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Reader } from '../../../platform/database/database.js';
import { CurrentReader } from '../../../core/auth/current-caller.js';
import { CSV, IsCsv } from '../../../platform/http/csv.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { JsonList } from '../../../platform/http/json-list.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  AccessOverviewResponse,
  PermissionPlaceDto,
  UserPermissionsResponse,
} from './access-overview.dto.js';
import { AccessOverviewReadModel } from './access-overview.read-model.js';

const permission = 'ADMIN';
const params = { id: 'Id of the user or service account, a whole number.' };

/** Shows permissions and access of users. */
@ApiTags('Auth')
@Controller('api/admin')
export class AccessOverviewController {
  constructor(private readonly reads: AccessOverviewReadModel) {}

  /**
   * Returns the permissions of a user in a project and environment, and the roles that grant them.
   */
  @Get('user-admin/:id/permissions')
  @Endpoint({ id: 'getUserPermissions', permission, params, response: UserPermissionsResponse })
  ofUser(
    @Param('id', IdPipe) id: number,
    @Query() place: PermissionPlaceDto,
  ): Promise<UserPermissionsResponse> {
    return this.reads.permissions(id, 'user', place);
  }

  /**
   * Returns the permissions of a service account in a project and environment, and the roles that
   * grant them.
   */
  @Get('service-account/:id/permissions')
  @Endpoint({
    id: 'getServiceAccountPermissions',
    permission,
    params,
    response: UserPermissionsResponse,
  })
  ofServiceAccount(
    @Param('id', IdPipe) id: number,
    @Query() place: PermissionPlaceDto,
  ): Promise<UserPermissionsResponse> {
    return this.reads.permissions(id, 'service-account', place);
  }

  /**
   * Lists all users and service accounts with their roles, groups and projects. As CSV when the
   * request prefers it to JSON.
   */
  @Get('access/overview')
  @Endpoint({
    id: 'getAccessOverview',
    cost: 'search',
    permission,
    response: AccessOverviewResponse,
    alternative: CSV,
  })
  overview(
    @CurrentReader() reader: Reader,
    @IsCsv() isCsv: boolean,
  ): Promise<JsonList<AccessOverviewResponse>> {
    return isCsv ? this.reads.overviewCsv(reader) : this.reads.overview(reader);
  }
}
