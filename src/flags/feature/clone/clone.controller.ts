import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { CloneFeatureDto, FeatureParams } from '../feature.dto.js';
import { BareFeatureResponse } from '../feature.response.js';
import { FeatureCloneService } from './feature-clone.service.js';

/** Clones features. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId/features/:featureName/clone')
export class CloneController {
  constructor(private readonly clones: FeatureCloneService) {}

  /**
   * Creates a feature as a copy of this one: with its variants, strategies and dependencies, but
   * without tags, and off in every environment.
   */
  @Post()
  @Endpoint({
    id: 'cloneFeature',
    permission: 'CREATE_FEATURE',
    status: 201,
    response: BareFeatureResponse,
    refusals: [409],
  })
  clone(
    @Param() at: FeatureParams,
    @Body() dto: CloneFeatureDto,
    @CurrentCaller() caller: Caller,
  ): Promise<BareFeatureResponse> {
    return this.clones.clone(at, dto, caller);
  }
}
