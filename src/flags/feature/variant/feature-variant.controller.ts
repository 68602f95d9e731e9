import { Body, Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { PatchStepDto } from '../../../platform/http/validation/json-patch.js';
import { ListPipe } from '../../../platform/http/validation/validation.pipe.js';
import { FeatureEnvironmentParams, FeatureParams } from '../feature.dto.js';
import { FeatureVariantReadModel } from './feature-variant.read-model.js';
import { FeatureVariantService } from './feature-variant.service.js';
import { FeatureVariantsResponse, VariantBatchDto, VariantDto } from './variant.dto.js';

const response = FeatureVariantsResponse;

/** Deprecated since the first release of this service, as in the reference. */
const ALWAYS = { since: new Date('2026-11-21T00:00:00Z') };

/** Manages the variants of a feature, in all or some environments of its project. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId/features/:featureName')
export class FeatureVariantController {
  constructor(
    private readonly variants: FeatureVariantService,
    private readonly reads: FeatureVariantReadModel,
  ) {}

  /**
   * Reads the variants of the first environment that has any. Deprecated: use the variants of an
   * environment.
   */
  @Get('variants')
  @Endpoint({ id: 'getFeatureVariants', permission: 'NONE', response, deprecated: ALWAYS })
  get(@Param() at: FeatureParams): Promise<Json<FeatureVariantsResponse>> {
    return this.reads.ofFeature(at);
  }

  /** Replaces the variants in every environment of the project. */
  @Put('variants')
  @Endpoint({ id: 'overwriteFeatureVariants', permission: 'UPDATE_FEATURE_VARIANTS', response })
  @ApiBody({ type: [VariantDto] })
  replace(
    @Param() at: FeatureParams,
    @Body(new ListPipe(VariantDto)) variants: VariantDto[],
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureVariantsResponse> {
    return this.variants.replace(at, variants, caller);
  }

  /** Changes the variants with a JSON Patch of the list, in every environment of the project. */
  @Patch('variants')
  @Endpoint({ id: 'patchFeatureVariants', permission: 'UPDATE_FEATURE_VARIANTS', response })
  @ApiBody({ type: [PatchStepDto] })
  patch(
    @Param() at: FeatureParams,
    @Body(new ListPipe(PatchStepDto)) steps: PatchStepDto[],
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureVariantsResponse> {
    return this.variants.patch(at, steps, caller);
  }

  /** Replaces the variants in several environments, in all or none. */
  @Put('variants-batch')
  @Endpoint({
    id: 'overwriteFeatureVariantsOnEnvironments',
    permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    place: 'anywhere',
    response,
  })
  replaceInSome(
    @Param() at: FeatureParams,
    @Body() dto: VariantBatchDto,
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureVariantsResponse> {
    return this.variants.replaceInSome(at, dto, caller);
  }

  /** Reads the variants in one environment. */
  @Get('environments/:environment/variants')
  @Endpoint({ id: 'getEnvironmentFeatureVariants', permission: 'NONE', response })
  getIn(@Param() at: FeatureEnvironmentParams): Promise<Json<FeatureVariantsResponse>> {
    return this.reads.ofEnvironment(at);
  }

  /**
   * Replaces the variants in one environment. Refused while the feature has no variants anywhere.
   */
  @Put('environments/:environment/variants')
  @Endpoint({
    id: 'overwriteEnvironmentFeatureVariants',
    permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    response,
  })
  @ApiBody({ type: [VariantDto] })
  replaceIn(
    @Param() at: FeatureEnvironmentParams,
    @Body(new ListPipe(VariantDto)) variants: VariantDto[],
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureVariantsResponse> {
    return this.variants.replaceIn(at, variants, caller);
  }

  /**
   * Changes the variants in one environment with a JSON Patch of the list. Refused while the
   * feature has no variants anywhere.
   */
  @Patch('environments/:environment/variants')
  @Endpoint({
    id: 'patchEnvironmentsFeatureVariants',
    permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    response,
  })
  @ApiBody({ type: [PatchStepDto] })
  patchIn(
    @Param() at: FeatureEnvironmentParams,
    @Body(new ListPipe(PatchStepDto)) steps: PatchStepDto[],
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureVariantsResponse> {
    return this.variants.patchIn(at, steps, caller);
  }
}
