import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ProjectParams } from '../project.dto.js';
import { ProjectAddressesDto, ProjectAddressesResponse } from './project-addresses.dto.js';
import { ProjectAddressesService } from './project-addresses.service.js';

const permission = 'UPDATE_PROJECT';
const response = ProjectAddressesResponse;

/** From which IP addresses a project can be reached. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId/allowed-addresses')
export class ProjectAddressesController {
  constructor(private readonly addresses: ProjectAddressesService) {}

  /** Reads from which IP addresses a project can be reached. */
  @Get()
  @Endpoint({ id: 'getProjectAddresses', permission, response })
  get(@Param() { projectId }: ProjectParams): Promise<ProjectAddressesResponse> {
    return this.addresses.get(projectId);
  }

  /**
   * Sets from which IP addresses a project can be reached. From elsewhere people and tokens do not
   * see it, and SDKs get none of its features; administrators reach it from everywhere. A list that
   * does not have the address of the request is refused to others.
   */
  @Put()
  @Endpoint({ id: 'setProjectAddresses', permission, confirm: 'policy', response })
  set(
    @Param() { projectId }: ProjectParams,
    @Body() { allowedAddresses }: ProjectAddressesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectAddressesResponse> {
    return this.addresses.set(projectId, allowedAddresses, caller);
  }
}
