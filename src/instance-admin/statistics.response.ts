import { ApiProperty } from '@nestjs/swagger';

const count = { type: 'integer', minimum: 0 } as const;

/** Buckets of client metrics of one day. */
export class MetricsBucketsResponse {
  /**
   * How many hourly buckets of a feature, application and environment there are for the previous
   * day, which is the UTC calendar day before the timestamp.
   */
  @ApiProperty(count)
  enabledCount: number;
  /**
   * How many hourly buckets of a variant of a feature, application and environment there are for
   * the previous day, the UTC calendar day before the timestamp.
   */
  @ApiProperty(count)
  variantCount: number;
}

/** Users who were active within some days. */
export class ActiveUsersResponse {
  /**
   * Users, not deleted, seen by a login or a personal token within 7 x 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last7: number;
  /**
   * Users, not deleted, seen by a login or a personal token within 30 x 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last30: number;
  /**
   * Users, not deleted, seen by a login or a personal token within 60 x 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last60: number;
  /**
   * Users, not deleted, seen by a login or a personal token within 90 x 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last90: number;
}

/** Changes in production within some days. */
export class ProductionChangesResponse {
  /**
   * Events that name an environment which is of type `production` now, within 30 x 24 hours before
   * the timestamp.
   */
  @ApiProperty(count)
  last30: number;
  /**
   * Events that name an environment which is of type `production` now, within 60 x 24 hours before
   * the timestamp.
   */
  @ApiProperty(count)
  last60: number;
  /**
   * Events that name an environment which is of type `production` now, within 90 x 24 hours before
   * the timestamp.
   */
  @ApiProperty(count)
  last90: number;
}

/** Applications that were observed within a time. */
export class ClientAppsResponse {
  /** The time: ever, or so many times 24 hours before the timestamp. */
  @ApiProperty({ enum: ['allTime', '30d', '7d'] })
  range: string;
  /**
   * How many client applications registered or reported usage within it. What was only described is
   * not counted.
   */
  @ApiProperty(count)
  count: number;
}

/** API tokens by type. Expired ones count until they are deleted; personal tokens do not. */
export class ApiTokenCountsResponse {
  /** Admin tokens. */
  @ApiProperty(count)
  admin: number;
  /** Client tokens, which server-side SDKs use. */
  @ApiProperty(count)
  client: number;
  /** Frontend tokens, which browsers and phones use. */
  @ApiProperty(count)
  frontend: number;
}

/**
 * What the whole instance contains and how it is used: all numbers from one snapshot of the
 * database, all always present.
 */
export class StatisticsResponse {
  /** The instance: a UUID that was made at the first run and stays. */
  @ApiProperty({ format: 'uuid' })
  instanceId: string;
  /** The moment of the snapshot. */
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  timestamp: string | null;
  /** Version of this service. */
  versionOSS: string;
  /** Version of an enterprise part; empty, as there is none. */
  versionEnterprise: string;
  /** Users who are not deleted; neither service accounts nor the service itself. */
  @ApiProperty(count)
  users: number;
  /**
   * Different e-mail addresses of users, those deleted within 30 x 24 hours before the timestamp
   * included.
   */
  @ApiProperty(count)
  licensedUsers: number;
  /** Metrics buckets of the previous UTC calendar day. */
  previousDayMetricsBucketsCount: MetricsBucketsResponse;
  /** Users who were seen lately. */
  activeUsers: ActiveUsersResponse;
  /** Changes in environments of type `production`. */
  productionChanges: ProductionChangesResponse;
  /** Features that are not archived. */
  @ApiProperty(count)
  featureToggles: number;
  /** Features that are archived and not deleted. */
  @ApiProperty(count)
  archivedFeatureToggles: number;
  /** Projects that are not archived. */
  @ApiProperty(count)
  projects: number;
  /** Context fields, the built-in ones included. */
  @ApiProperty(count)
  contextFields: number;
  /** Roles, the built-in ones included, those of projects too. */
  @ApiProperty(count)
  roles: number;
  /** Groups of users. */
  @ApiProperty(count)
  groups: number;
  /** Environments, switched on or off. */
  @ApiProperty(count)
  environments: number;
  /** Segments, whether in use or not. */
  @ApiProperty(count)
  segments: number;
  /** Strategy definitions, the built-in and the deprecated ones included. */
  @ApiProperty(count)
  strategies: number;
  /** Whether people can sign in by SAML, by the settings. */
  SAMLenabled: boolean;
  /** Whether people can sign in by OpenID Connect, by the settings. */
  OIDCenabled: boolean;
  /**
   * Client applications observed ever, within 30 x 24 hours and within 7 x 24 hours before the
   * timestamp; always these three.
   */
  clientApps: ClientAppsResponse[];
  /** Exports of features since the first run. */
  @ApiProperty(count)
  featureExports: number;
  /** Imports of features since the first run. */
  @ApiProperty(count)
  featureImports: number;
  /** API tokens by type; always all three types. */
  apiTokens: ApiTokenCountsResponse;
  /**
   * The highest number of strategies, disabled ones included, that a feature which is not archived
   * has in one environment.
   */
  @ApiProperty(count)
  maxEnvironmentStrategies: number;
  /** The highest number of constraints on one strategy of a feature that is not archived. */
  @ApiProperty(count)
  maxConstraints: number;
  /**
   * The highest number of values of one constraint on a strategy of a feature that is not archived.
   */
  @ApiProperty(count)
  maxConstraintValues: number;
  /**
   * SHA-256, in lower-case hex, of the canonical JSON (RFC 8785) of all other fields. Verify it by
   * `jq -cjS 'del(.sum)' statistics.json | sha256sum`.
   */
  @ApiProperty({ pattern: '^[0-9a-f]{64}$' })
  sum: string;
}
