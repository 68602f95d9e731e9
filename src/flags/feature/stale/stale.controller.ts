import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ProjectParams } from '../../project/project.dto.js';
import { StaleFeaturesDto } from '../feature.dto.js';
import { StaleMarkService } from './stale-mark.service.js';

/** Marks features of a project as stale. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId/stale')
export class StaleController {
  constructor(private readonly mark: StaleMarkService) {}

  /** Marks features as stale, or removes the mark. Unknown and archived ones are skipped. */
  @Post()
  @Endpoint({ id: 'staleFeatures', cost: 'heavy', permission: 'UPDATE_FEATURE', status: 202 })
  set(
    @Param() { projectId }: ProjectParams,
    @Body() dto: StaleFeaturesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.mark.set(projectId, dto.features, dto.stale, caller);
  }
}
