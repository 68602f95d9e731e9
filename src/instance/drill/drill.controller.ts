import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../platform/http/endpoint.js';
import { DrillResponse } from './drill.response.js';
import { DrillStatus } from './drill-status.js';

/** Tells whether the kill switch works. */
@ApiTags('Instance Admin')
@Controller('api/admin/instance-admin/drill')
export class DrillController {
  constructor(private readonly status: DrillStatus) {}

  /**
   * Tells what the drills of the kill switch have found: a reserved feature of each environment is
   * switched at an interval and read back in each way in which SDKs get features, on each instance.
   */
  @Get()
  @Header('Cache-Control', 'no-store')
  @Endpoint({ id: 'getKillSwitchDrill', permission: 'NONE', response: DrillResponse })
  get(): Promise<DrillResponse> {
    return this.status.read();
  }
}
