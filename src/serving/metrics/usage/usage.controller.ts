import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import {
  FormerUsageResponse,
  RawUsageQuery,
  RawUsageResponse,
  ReportedFeatureParams,
  UnknownFlagsResponse,
  UsageSummaryResponse,
} from './usage.dto.js';
import { UsageReadModel } from './usage.read-model.js';

const tag = 'Metrics';
const permission = 'NONE';
const FORMER: FormerUsageResponse = { lastHour: {}, lastMinute: {}, maturity: 'deprecated' };

/** Reads usage of features. */
@Controller('api/admin')
export class UsageController {
  constructor(private readonly usage: UsageReadModel) {}

  /** Reads the hourly usage of a feature by application and environment. */
  @Get('client-metrics/features/:name/raw')
  @Endpoint({
    id: 'getRawFeatureMetrics',
    tag,
    permission,
    response: RawUsageResponse,
    neverRefuses: [404],
  })
  raw(
    @Param() { name }: ReportedFeatureParams,
    @Query() { hoursBack }: RawUsageQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<RawUsageResponse>> {
    return this.usage.raw(name, hoursBack, caller);
  }

  /** Reads the usage of a feature within the last hour, and which applications used it. */
  @Get('client-metrics/features/:name')
  @Endpoint({
    id: 'getFeatureUsageSummary',
    tag,
    permission,
    response: UsageSummaryResponse,
    refusals: [400],
    neverRefuses: [404],
  })
  summary(
    @Param() { name }: ReportedFeatureParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<UsageSummaryResponse>> {
    return this.usage.summary(name, caller);
  }

  /** Lists features that applications evaluate but that do not exist. */
  @Get('metrics/unknown-flags')
  @Endpoint({
    id: 'getUnknownFlags',
    tag: 'Unknown Flags',
    permission,
    response: UnknownFlagsResponse,
  })
  unknown(@CurrentCaller() caller: Caller): Promise<Json<UnknownFlagsResponse>> {
    return this.usage.unknownFeatures(caller);
  }

  /** Former list of applications by feature; removed. */
  @Get('metrics/seen-apps')
  @Endpoint({
    id: 'getSeenApps',
    tag,
    permission,
    status: 410,
    response: FormerUsageResponse,
    deprecated: {},
  })
  seenApps(): FormerUsageResponse {
    return FORMER;
  }

  /** Former list of features by application; removed. */
  @Get('metrics/seen-toggles')
  @Endpoint({
    id: 'getSeenToggles',
    tag,
    permission,
    status: 410,
    response: FormerUsageResponse,
    deprecated: {},
  })
  seenToggles(): FormerUsageResponse {
    return FORMER;
  }

  /** Former usage of all features; removed. */
  @Get('metrics/feature-toggles')
  @Endpoint({
    id: 'getFeatureTogglesUsage',
    tag,
    permission,
    status: 410,
    response: FormerUsageResponse,
    deprecated: {},
  })
  featureToggles(): FormerUsageResponse {
    return FORMER;
  }

  /** Former usage of a feature; removed. */
  @Get('metrics/feature-toggles/:name')
  @Endpoint({
    id: 'getFeatureToggleUsage',
    tag,
    permission,
    status: 410,
    response: FormerUsageResponse,
    params: { name: 'Name of the feature.' },
    deprecated: {},
  })
  featureToggle(): FormerUsageResponse {
    return FORMER;
  }
}
