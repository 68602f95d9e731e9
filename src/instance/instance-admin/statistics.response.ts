import { ApiProperty } from '@nestjs/swagger';
import { TOKEN_KINDS, TOKEN_TYPES, type TokenType } from '../../platform/config/config.js';

const count = { type: 'integer', minimum: 0 } as const;

/** Metrics buckets of one day. */
export class MetricsBucketsResponse {
  /**
   * Number of hourly buckets per feature, application and environment on the previous UTC calendar
   * day.
   */
  @ApiProperty(count)
  enabledCount: number;
  /**
   * Number of hourly buckets per variant, feature, application and environment on the previous UTC
   * calendar day.
   */
  @ApiProperty(count)
  variantCount: number;
}

/** Number of active users within several periods. */
export class ActiveUsersResponse {
  /**
   * Users, without deleted ones, seen by a login or a personal token within 7 × 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last7: number;
  /**
   * Users, without deleted ones, seen by a login or a personal token within 30 × 24 hours before
   * the timestamp.
   */
  @ApiProperty(count)
  last30: number;
  /**
   * Users, without deleted ones, seen by a login or a personal token within 60 × 24 hours before
   * the timestamp.
   */
  @ApiProperty(count)
  last60: number;
  /**
   * Users, without deleted ones, seen by a login or a personal token within 90 × 24 hours before
   * the timestamp.
   */
  @ApiProperty(count)
  last90: number;
}

/** Number of changes in production within several periods. */
export class ProductionChangesResponse {
  /**
   * Events in environments that now are of type `production`, within 30 × 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last30: number;
  /**
   * Events in environments that now are of type `production`, within 60 × 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last60: number;
  /**
   * Events in environments that now are of type `production`, within 90 × 24 hours before the
   * timestamp.
   */
  @ApiProperty(count)
  last90: number;
}

/** Number of client applications seen within a period. */
export class ClientAppsResponse {
  /** The period before the timestamp: `7d`, `30d` or `allTime`. */
  @ApiProperty({ enum: ['7d', '30d', 'allTime'] })
  range: string;
  /**
   * Number of applications that registered or reported usage within the period. Applications that
   * only have a description do not count.
   */
  @ApiProperty(count)
  count: number;
}

/**
 * API tokens by type. Expired tokens count until they are deleted; personal tokens do not count.
 */
export class ApiTokenCountsResponse {}
for (const type of [...TOKEN_TYPES].sort())
  ApiProperty({
    ...count,
    description: `Number of ${type} tokens, which ${TOKEN_KINDS[type].users} use.`,
  })(ApiTokenCountsResponse.prototype, type);

/**
 * What the whole instance contains and how it is used. All numbers come from one database snapshot,
 * and all are always present.
 */
export class StatisticsResponse {
  /** Id of the instance: a UUID that is generated once. */
  @ApiProperty({ format: 'uuid' })
  instanceId: string;
  /** Time of the snapshot. */
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  timestamp: string | null;
  /** Version of this service. */
  versionOSS: string;
  /** Always empty, because there is no enterprise version. */
  versionEnterprise: string;
  /** Number of users, without deleted users and service accounts. */
  @ApiProperty(count)
  users: number;
  /** Number of service accounts. */
  @ApiProperty(count)
  serviceAccounts: number;
  /**
   * Number of distinct e-mail addresses of users, including users deleted within 30 × 24 hours
   * before the timestamp.
   */
  @ApiProperty(count)
  licensedUsers: number;
  /** Metrics buckets of the previous UTC calendar day. */
  previousDayMetricsBucketsCount: MetricsBucketsResponse;
  /** Number of users who were active recently. */
  activeUsers: ActiveUsersResponse;
  /** Number of changes in environments of type `production`. */
  productionChanges: ProductionChangesResponse;
  /** Number of features that are not archived. */
  @ApiProperty(count)
  featureToggles: number;
  /** Number of archived features. */
  @ApiProperty(count)
  archivedFeatureToggles: number;
  /** Number of projects that are not archived. */
  @ApiProperty(count)
  projects: number;
  /** Number of context fields, including built-in ones. */
  @ApiProperty(count)
  contextFields: number;
  /** Number of roles, including built-in and project roles. */
  @ApiProperty(count)
  roles: number;
  /** Number of custom root roles. */
  @ApiProperty(count)
  customRootRoles: number;
  /** Number of custom root roles that at least one user, service account or group has. */
  @ApiProperty(count)
  customRootRolesInUse: number;
  /** Number of groups. */
  @ApiProperty(count)
  groups: number;
  /** Number of environments, enabled or not. */
  @ApiProperty(count)
  environments: number;
  /** Number of segments, in use or not. */
  @ApiProperty(count)
  segments: number;
  /** Number of strategy definitions, including built-in and deprecated ones. */
  @ApiProperty(count)
  strategies: number;
  /** Whether sign-in by SAML is enabled. */
  SAMLenabled: boolean;
  /** Whether sign-in by OpenID Connect is enabled. */
  OIDCenabled: boolean;
  /** Whether people can sign in with a password. */
  passwordAuthEnabled: boolean;
  /** Whether a directory manages users and groups (SCIM). */
  SCIMenabled: boolean;
  /**
   * Client applications observed within 7 x 24 hours and within 30 x 24 hours before the timestamp,
   * and ever; always these three, in this order.
   */
  clientApps: ClientAppsResponse[];
  /** Number of exports of features since the instance was created. */
  @ApiProperty(count)
  featureExports: number;
  /** Number of imports of features since the instance was created. */
  @ApiProperty(count)
  featureImports: number;
  /** API tokens by type; always all. */
  @ApiProperty({ type: ApiTokenCountsResponse })
  apiTokens: Record<TokenType, number>;
  /**
   * Highest number of strategies, including disabled ones, of a live feature in one environment.
   */
  @ApiProperty(count)
  maxEnvironmentStrategies: number;
  /** Highest number of constraints of one strategy of a live feature. */
  @ApiProperty(count)
  maxConstraints: number;
  /** Highest number of values of one constraint of a strategy of a live feature. */
  @ApiProperty(count)
  maxConstraintValues: number;
  /**
   * SHA-256, in lower-case hex, of the canonical JSON (RFC 8785) of all other fields. Verify it
   * with `jq -cjS 'del(.sum)' statistics.json | sha256sum`.
   */
  @ApiProperty({ pattern: '^[0-9a-f]{64}$' })
  sum: string;
}

/** A JSON Web Signature in flattened JSON form (RFC 7515). */
export class SignedStatisticsResponse {
  /** The canonical JSON (RFC 8785) of the statistics, in base64url. */
  @ApiProperty({ pattern: '^[\\w-]+$' })
  payload: string;
  /** The header in base64url: `alg` is `EdDSA`; `kid` is the key in `/.well-known/jwks.json`. */
  @ApiProperty({ pattern: '^[\\w-]+$' })
  protected: string;
  /** The Ed25519 signature in base64url. */
  @ApiProperty({ pattern: '^[\\w-]{86}$' })
  signature: string;
}
