import { ApiProperty } from '@nestjs/swagger';

/** How many of something there may be. */
export class ResourceLimitsResponse {
  /** Values of all constraints of a segment together. */
  @ApiProperty({ type: 'integer' })
  segmentValues: number;
  /** Segments of a strategy. */
  @ApiProperty({ type: 'integer' })
  strategySegments: number;
  /** Strategies of a feature in one environment. */
  @ApiProperty({ type: 'integer' })
  featureEnvironmentStrategies: number;
  /** Constraints of a strategy. */
  @ApiProperty({ type: 'integer' })
  constraints: number;
  /** Values of a constraint. */
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

/** Which version runs. */
export class VersionInfoResponse {
  /** The version that runs. */
  current: EditionVersionsResponse;
  /** The same: the service does not look for newer versions. */
  latest: EditionVersionsResponse;
  /** Always true. */
  isLatest: boolean;
  /** Id of the instance. */
  instanceId: string;
}

/** What a user interface has to know of the service. */
export class UiConfigResponse {
  /** Name of the service. */
  name: string;
  /** Version of the service. */
  version: string;
  /** Name of the installation, as `UI_ENVIRONMENT` has it. */
  environment: string;
  /** How the outside reaches the service, without trailing slash. */
  unleashUrl: string;
  /** Path below which everything is served; empty for none. */
  baseUriPath: string;
  /** Versions and the id of the instance. */
  versionInfo: VersionInfoResponse;
  /** The largest numbers of things. */
  resourceLimits: ResourceLimitsResponse;
  /** As in `resourceLimits`. */
  @ApiProperty({ deprecated: true, type: 'integer' })
  segmentValuesLimit: number;
  /** As in `resourceLimits`. */
  @ApiProperty({ deprecated: true, type: 'integer' })
  strategySegmentsLimit: number;
  /** Kind of edition: `open-source`. */
  authenticationType: string;
  /** The ways to sign in that are enabled: `password`, `oidc` and `saml`. */
  signInMethods: string[];
  /** Whether passwords are no way to sign in. */
  disablePasswordAuth: boolean;
  /** Always false: OpenID Connect is configured by the API. */
  oidcConfiguredThroughEnv: boolean;
  /** Always false: SAML is configured by the API. */
  samlConfiguredThroughEnv: boolean;
  /** Whether mails can be sent. */
  emailEnabled: boolean;
  /** Whether maintenance mode is on. */
  maintenanceMode: boolean;
  /** Always false: the service does not read the figures of Prometheus. */
  networkViewEnabled: boolean;
  /** Origins whose pages may call the frontend API, those of the environment included. */
  frontendApiOrigins: string[];
  /** What can be switched on by configuration and is on here, by the names of the reference. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' } })
  flags: Record<string, boolean>;
  /** Links for a footer; always empty. */
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  links: object[];
  /** How many sessions a user can have. */
  @ApiProperty({ type: 'integer' })
  maxSessionsCount: number;
}
