import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import canonicalize from 'canonicalize';
import { type FlattenedJws, signedJws } from '../../audit/signing/jws.js';
import { SigningKeys } from '../../audit/signing/signing-keys.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { VERSION } from '../../platform/config/version.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { quotedCsvOf } from '../../platform/http/csv.js';
import type { StatisticsResponse } from './statistics.response.js';
import { STATISTICS } from './statistics.sql.js';

/**
 * SHA-256, in lower-case hex, of the canonical JSON of a value (RFC 8785). Independent of key order
 * and formatting.
 */
export function checksumOf(value: object): string {
  return createHash('sha256').update(canonicalize(value)!).digest('hex');
}

/**
 * All fields as columns of the CSV, which are in the order of the reference because scripts read
 * them by their position.
 */
const COLUMNS: Readonly<Record<keyof StatisticsResponse, true>> = {
  timestamp: true,
  instanceId: true,
  versionOSS: true,
  versionEnterprise: true,
  users: true,
  serviceAccounts: true,
  apiTokens: true,
  activeUsers: true,
  licensedUsers: true,
  featureToggles: true,
  archivedFeatureToggles: true,
  projects: true,
  contextFields: true,
  roles: true,
  customRootRoles: true,
  customRootRolesInUse: true,
  groups: true,
  environments: true,
  segments: true,
  strategies: true,
  SAMLenabled: true,
  OIDCenabled: true,
  passwordAuthEnabled: true,
  SCIMenabled: true,
  clientApps: true,
  featureExports: true,
  featureImports: true,
  productionChanges: true,
  previousDayMetricsBucketsCount: true,
  maxEnvironmentStrategies: true,
  maxConstraintValues: true,
  maxConstraints: true,
  sum: true,
};
const COLUMNS_IN_ORDER = Object.keys(COLUMNS) as (keyof StatisticsResponse)[];

/** Computes the statistics of the instance. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts everything in one snapshot and adds the checksum. */
  async read(reader: Reader): Promise<StatisticsResponse> {
    const [row] = await this.database.longRead(reader, STATISTICS);
    const { instanceId, timestamp, ...counts } = row!.statistics;
    const statistics = {
      instanceId,
      timestamp,
      versionOSS: VERSION,
      versionEnterprise: '',
      ...counts,
      passwordAuthEnabled: counts.passwordAuthEnabled || this.config.forcePasswordLogin,
    };
    return { ...statistics, sum: checksumOf(statistics) };
  }

  /**
   * The statistics with a signature over their canonical JSON (RFC 8785).
   * @throws InvalidOperationError when there is no signing key.
   */
  async readSigned(reader: Reader): Promise<FlattenedJws> {
    const key = await this.keys.current();
    return signedJws(canonicalize(await this.read(reader))!, key);
  }

  /** The statistics as CSV: one line of values. */
  async readCsv(reader: Reader): Promise<{ name: string; text: string }> {
    const statistics = await this.read(reader);
    return {
      name: `unleash-${statistics.instanceId}-${Date.now()}.csv`,
      text: quotedCsvOf(COLUMNS_IN_ORDER.map((name) => [name, statistics[name]])),
    };
  }
}
