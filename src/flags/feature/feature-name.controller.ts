import { Body, Controller, Post } from '@nestjs/common';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { ValidateFeatureDto } from './feature.dto.js';
import { FeatureNames } from './feature-names.js';

/** Validates names of features. */
@Controller('api/admin/features')
export class FeatureNameController {
  constructor(private readonly names: FeatureNames) {}

  /** Checks whether a feature name is valid and free. */
  @Post('validate')
  @Endpoint({
    id: 'validateFeature',
    reads: true,
    tag: 'Features',
    permission: 'NONE',
    refusals: [400, 409, 413, 415],
  })
  validate(
    @Body() { name, projectId }: ValidateFeatureDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.names.requireUsable(name, projectId, caller);
  }
}
