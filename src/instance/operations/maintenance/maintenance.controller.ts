import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Permission } from '../../../platform/http/permission.js';
import { MaintenanceDto, MaintenanceResponse } from './maintenance.dto.js';
import { MaintenanceService } from './maintenance.service.js';

const permission: Permission[] = ['ADMIN', 'UPDATE_MAINTENANCE_MODE'];

/** Maintenance mode of the whole instance. */
@ApiTags('Maintenance')
@Controller('api/admin/maintenance')
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  /** Reads whether maintenance mode is on. */
  @Get()
  @Endpoint({ id: 'getMaintenance', permission, response: MaintenanceResponse })
  get(): MaintenanceResponse {
    return this.maintenance.current;
  }

  /**
   * Turns maintenance mode on or off. While it is on, writes to the admin API are refused with 503;
   * reads, logins, SDKs and reports of usage keep working.
   */
  @Post()
  @Endpoint({ id: 'toggleMaintenance', inMaintenance: true, permission, status: 204 })
  set(@Body() dto: MaintenanceDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.maintenance.set(dto, caller);
  }
}
