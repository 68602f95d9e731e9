import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Reader } from '../../database/database.js';
import { CurrentReader } from '../../auth/current-reader.js';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { IdPipe } from '../../http/validation/id.pipe.js';
import { PermissionPlaceDto } from './access-overview.dto.js';
import { AccessOverviewReadModel } from './access-overview.read-model.js';
import { AccessOverviewResponse, UserPermissionsResponse } from './access-overview.response.js';

const permission = 'ADMIN';
const params = { id: 'Id of the user or service account, a whole number.' };

/** Who may do what. */
@Controller('api/admin')
export class AccessOverviewController {
  constructor(private readonly reads: AccessOverviewReadModel) {}

  /** Tells what a user may do, in a project and an environment, and by which roles. */
  @Get('user-admin/:id/permissions')
  @Endpoint({
    id: 'getUserPermissions',
    tag: 'Auth',
    permission,
    params,
    response: UserPermissionsResponse,
    refusals: [400, 404],
  })
  ofUser(
    @Param('id', IdPipe) id: number,
    @Query() place: PermissionPlaceDto,
  ): Promise<UserPermissionsResponse> {
    return this.reads.permissions(id, 'user', place);
  }

  /** Tells what a service account may do, in a project and an environment, and by which roles. */
  @Get('service-account/:id/permissions')
  @Endpoint({
    id: 'getServiceAccountPermissions',
    tag: 'Auth',
    permission,
    params,
    response: UserPermissionsResponse,
    refusals: [400, 404],
  })
  ofServiceAccount(
    @Param('id', IdPipe) id: number,
    @Query() place: PermissionPlaceDto,
  ): Promise<UserPermissionsResponse> {
    return this.reads.permissions(id, 'service-account', place);
  }

  /**
   * Tells of all users and service accounts which roles and groups they have, and in which
   * projects.
   */
  @Get('access/overview')
  @Endpoint({
    id: 'getAccessOverview',
    cost: 'search',
    tag: 'Auth',
    permission,
    response: AccessOverviewResponse,
  })
  overview(@CurrentReader() reader: Reader): Promise<Json<AccessOverviewResponse>> {
    return this.reads.overview(reader);
  }
}
