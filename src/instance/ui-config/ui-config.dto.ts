import { ApiProperty } from '@nestjs/swagger';
import { Part, TextList } from '../../platform/http/validation/shape.decorators.js';

/** The origins whose pages may call the frontend API. */
export class CorsDto {
  /**
   * Origins like `https://app.example.com`; `*` among them for all. They are added to those of
   * `UNLEASH_FRONTEND_API_ORIGINS`. With an empty list, only those of the variable count.
   */
  @TextList({ optional: true, max: 100 })
  frontendApiOrigins?: string[];
}

/** Settings of the frontend API. */
export class FrontendSettingsDto {
  /** Origins, as in `POST /api/admin/ui-config/cors`. */
  @TextList({ max: 100 })
  frontendApiOrigins: string[];
}

/** The part of the configuration that can be changed. */
export class UiConfigDto {
  /** Settings of the frontend API. */
  @Part(() => FrontendSettingsDto, { optional: true })
  frontendSettings?: FrontendSettingsDto;
}

/** Maximum numbers of things. */
export class ResourceLimitsResponse {
  /** Maximum number of values in all constraints of a segment. */
  @ApiProperty({ type: 'integer' })
  segmentValues: number;
  /** Maximum number of segments of a strategy. */
  @ApiProperty({ type: 'integer' })
  strategySegments: number;
  /** Maximum number of strategies of a feature in one environment. */
  @ApiProperty({ type: 'integer' })
  featureEnvironmentStrategies: number;
  /** Maximum number of constraints of a strategy. */
  @ApiProperty({ type: 'integer' })
  constraints: number;
  /** Maximum number of values of a constraint. */
  @ApiProperty({ type: 'integer' })
  constraintValues: number;
  /** Environments; the largest integer, as there is no limit. */
  @ApiProperty({ type: 'integer' })
  environments: number;
  /** Projects; the largest integer, as there is no limit. */
  @ApiProperty({ type: 'integer' })
  projects: number;
  /** API tokens; the largest integer, as there is no limit. */
  @ApiProperty({ type: 'integer' })
  apiTokens: number;
  /** Segments; the largest integer, as there is no limit. */
  @ApiProperty({ type: 'integer' })
  segments: number;
  /** Features; the largest integer, as there is no limit. */
  @ApiProperty({ type: 'integer' })
  featureFlags: number;
  /** Part of the paid edition; always 0. */
  @ApiProperty({ type: 'integer' })
  actionSetActions: number;
  /** Part of the paid edition; always 0. */
  @ApiProperty({ type: 'integer' })
  actionSetsPerProject: number;
  /** Part of the paid edition; always 0. */
  @ApiProperty({ type: 'integer' })
  actionSetFilters: number;
  /** Part of the paid edition; always 0. */
  @ApiProperty({ type: 'integer' })
  actionSetFilterValues: number;
  /** Part of the paid edition; always 0. */
  @ApiProperty({ type: 'integer' })
  signalEndpoints: number;
  /** Part of the paid edition; always 0. */
  @ApiProperty({ type: 'integer' })
  signalTokensPerEndpoint: number;
}

/** Versions of the service. */
export class EditionVersionsResponse {
  /** Version of this service. */
  oss: string;
  /** Always empty: there is no other edition. */
  enterprise: string;
}

/** The running version. */
export class VersionInfoResponse {
  /** The running version. */
  current: EditionVersionsResponse;
  /** The same: the service does not look for newer versions. */
  latest: EditionVersionsResponse;
  /** Always true. */
  isLatest: boolean;
  /** Id of the instance. */
  instanceId: string;
}

/** The configuration for user interfaces. */
export class UiConfigResponse {
  /** Name of the service. */
  name: string;
  /** Version of the service. */
  version: string;
  /** Name of the installation, from `UI_ENVIRONMENT`. */
  environment: string;
  /** Public URL of the service, without trailing slash. */
  unleashUrl: string;
  /** Path prefix of all routes; empty for none. */
  baseUriPath: string;
  /** Versions and the id of the instance. */
  versionInfo: VersionInfoResponse;
  /** Maximum numbers of things. */
  resourceLimits: ResourceLimitsResponse;
  /** The same as in `resourceLimits`. */
  @ApiProperty({ deprecated: true, type: 'integer' })
  segmentValuesLimit: number;
  /** As in `resourceLimits`. */
  @ApiProperty({ deprecated: true, type: 'integer' })
  strategySegmentsLimit: number;
  /** Kind of edition: `open-source`. */
  authenticationType: string;
  /** The enabled sign-in methods: `password`, `oidc` and `saml`. */
  signInMethods: string[];
  /** Whether password login is disabled. */
  disablePasswordAuth: boolean;
  /** Always false: OpenID Connect is configured by the API. */
  oidcConfiguredThroughEnv: boolean;
  /** Always false: SAML is configured by the API. */
  samlConfiguredThroughEnv: boolean;
  /** Whether mails can be sent. */
  emailEnabled: boolean;
  /** Whether maintenance mode is on. */
  maintenanceMode: boolean;
  /** Always false: the service does not query Prometheus. */
  networkViewEnabled: boolean;
  /**
   * Origins whose pages may call the frontend API, including those of
   * `UNLEASH_FRONTEND_API_ORIGINS`.
   */
  frontendApiOrigins: string[];
  /** The enabled optional features, by the names of the reference. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' } })
  flags: Record<string, boolean>;
  /** Links for a footer; always empty. */
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  links: object[];
  /** Maximum number of sessions of a user. */
  @ApiProperty({ type: 'integer' })
  maxSessionsCount: number;
}
