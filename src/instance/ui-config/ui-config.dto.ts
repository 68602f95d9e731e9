import { ApiProperty } from '@nestjs/swagger';
import { Part, TextList } from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import { type ResourceLimits, ResourceLimitsResponse } from './resource-limits.js';

/** The origins whose pages may call the frontend API. */
@RefuseUnknown()
export class CorsDto {
  /**
   * Origins like `https://app.example.com`; `*` among them for all. They are added to those of
   * `UNLEASH_FRONTEND_API_ORIGINS`. With an empty list, only those of the variable count.
   */
  @TextList({ optional: true, max: 100 })
  frontendApiOrigins?: string[];
}

/** Settings of the frontend API. */
@RefuseUnknown()
export class FrontendSettingsDto {
  /** Origins, as in `POST /api/admin/ui-config/cors`. */
  @TextList({ max: 100 })
  frontendApiOrigins: string[];
}

/** The part of the configuration that can be changed. */
@RefuseUnknown()
export class UiConfigDto {
  /** Settings of the frontend API. */
  @Part(() => FrontendSettingsDto, { optional: true })
  frontendSettings?: FrontendSettingsDto;
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
  @ApiProperty({ type: ResourceLimitsResponse })
  resourceLimits: ResourceLimits;
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
