import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Reader } from '../../../platform/database/database.js';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { OutdatedSdksResponse } from '../../../flags/project/application/application.dto.js';
import {
  ApplicationDetailsResponse,
  ApplicationEnvironmentParams,
  ApplicationInstancesResponse,
  ApplicationOverviewResponse,
  ApplicationParams,
  ApplicationsQuery,
  ApplicationsResponse,
  DescribeApplicationDto,
} from './application.dto.js';
import { ApplicationReadModel } from './application.read-model.js';
import { ApplicationService } from './application.service.js';

const permission = 'NONE';

/** Manages applications. */
@ApiTags('Metrics')
@Controller('api/admin/metrics')
export class ApplicationController {
  constructor(
    private readonly applications: ApplicationReadModel,
    private readonly service: ApplicationService,
  ) {}

  /** Lists applications, in pages. */
  @Get('applications')
  @Endpoint({ id: 'getApplications', cost: 'search', permission, response: ApplicationsResponse })
  list(
    @Query() query: ApplicationsQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ApplicationsResponse>> {
    return this.applications.list(query, caller, reader);
  }

  /** Reads an application, with its instances and the features that it used. */
  @Get('applications/:appName')
  @Endpoint({
    id: 'getApplication',
    permission,
    response: ApplicationDetailsResponse,
    refusals: [400],
  })
  get(
    @Param() { appName }: ApplicationParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ApplicationDetailsResponse>> {
    return this.applications.get(appName, caller, reader);
  }

  /** Reads an application's state in each environment. */
  @Get('applications/:appName/overview')
  @Endpoint({
    id: 'getApplicationOverview',
    cost: 'search',
    permission,
    response: ApplicationOverviewResponse,
    refusals: [400],
  })
  overview(
    @Param() { appName }: ApplicationParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ApplicationOverviewResponse>> {
    return this.applications.overview(appName, caller, reader);
  }

  /** Changes the description of an application, and creates it if it is unknown. */
  @Post('applications/:appName')
  @Endpoint({
    id: 'createApplication',
    permission: 'UPDATE_APPLICATION',
    status: 202,
    refusals: [409],
    neverRefuses: [404],
  })
  describe(
    @Param() { appName }: ApplicationParams,
    @Body() description: DescribeApplicationDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.service.describe(appName, description, caller);
  }

  /** Deletes an application until it reports again. Does nothing when it is unknown. */
  @Delete('applications/:appName')
  @Endpoint({
    id: 'deleteApplication',
    permission: 'UPDATE_APPLICATION',
    refusals: [400],
    neverRefuses: [404],
  })
  remove(@Param() { appName }: ApplicationParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.remove(appName, caller);
  }

  /** Lists the instances of an application in an environment. */
  @Get('instances/:appName/environment/:environment')
  @Endpoint({
    id: 'getApplicationEnvironmentInstances',
    permission,
    response: ApplicationInstancesResponse,
    refusals: [400],
  })
  instances(
    @Param() { appName, environment }: ApplicationEnvironmentParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ApplicationInstancesResponse>> {
    return this.applications.instances(appName, environment, caller, reader);
  }

  /** Lists outdated SDKs of applications. */
  @Get('sdks/outdated')
  @Endpoint({ id: 'getOutdatedSdks', cost: 'search', permission, response: OutdatedSdksResponse })
  outdatedSdks(
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<OutdatedSdksResponse>> {
    return this.applications.outdatedSdks(caller, reader);
  }
}
