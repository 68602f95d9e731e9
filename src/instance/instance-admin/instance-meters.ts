import { Inject, Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Database } from '../../platform/database/database.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { withTimeout } from '../../platform/database/with-timeout.js';
import { Commits } from '../../core/event/commits.js';
import type { DomainEvent } from '../../core/event/event.types.js';
import { VERSION } from '../../platform/config/version.js';
import { Meters } from '../../platform/meters/meters.js';
import { type Counted, PLACES, STATISTICS } from './statistics.sql.js';

/** How long counted numbers are cached: scrapes in between need no statement. */
const FRESH_MS = 60_000;
/** How long a scrape waits for new numbers before it returns the previous ones. */
const TIMEOUT_MS = 1_000;
/** Maximum number of features with a separate series; all others count as `other`. */
const MAX_FEATURE_SERIES = 2_000;

interface Figures {
  counts: Counted;
  /** Projects by their mode. */
  projects: Record<string, number>;
}

/** Each gauge of the reference without labels, and its number. */
const GAUGES: readonly [name: string, help: string, value: (counts: Counted) => number][] = [
  ['users_total', 'Users.', ({ users }) => users],
  ['licensed_users_total', 'Users who count for a license.', (c) => c.licensedUsers],
  ['service_accounts_total', 'Service accounts.', (c) => c.serviceAccounts],
  ['users_active_7', 'Users active in the last 7 days.', (c) => c.activeUsers.last7],
  ['users_active_30', 'Users active in the last 30 days.', (c) => c.activeUsers.last30],
  ['users_active_60', 'Users active in the last 60 days.', (c) => c.activeUsers.last60],
  ['users_active_90', 'Users active in the last 90 days.', (c) => c.activeUsers.last90],
  [
    'feature_toggles_archived_total',
    'Archived features.',
    ({ archivedFeatureToggles }) => archivedFeatureToggles,
  ],
  ['environments_total', 'Environments.', ({ environments }) => environments],
  ['groups_total', 'Groups.', ({ groups }) => groups],
  ['roles_total', 'Roles.', ({ roles }) => roles],
  ['custom_root_roles_total', 'Custom root roles.', (c) => c.customRootRoles],
  [
    'custom_root_roles_in_use_total',
    'Custom root roles that are assigned.',
    ({ customRootRolesInUse }) => customRootRolesInUse,
  ],
  ['segments_total', 'Segments.', ({ segments }) => segments],
  ['context_total', 'Context fields.', ({ contextFields }) => contextFields],
  ['strategies_total', 'Strategy definitions.', ({ strategies }) => strategies],
  ['feature_exports_total', 'Exports of features.', ({ featureExports }) => featureExports],
  ['feature_imports_total', 'Imports of features.', ({ featureImports }) => featureImports],
  ['saml_enabled', 'Whether SAML is enabled.', ({ SAMLenabled }) => Number(SAMLenabled)],
  ['oidc_enabled', 'Whether OpenID Connect is enabled.', (c) => Number(c.OIDCenabled)],
  [
    'password_auth_enabled',
    'Whether users can sign in with a password.',
    ({ passwordAuthEnabled }) => Number(passwordAuthEnabled),
  ],
  ['scim_enabled', 'Whether SCIM is enabled.', ({ SCIMenabled }) => Number(SCIMenabled)],
  [
    'enabled_metrics_buckets_previous_day',
    'Hourly counters of features in the previous day.',
    ({ previousDayMetricsBucketsCount }) => previousDayMetricsBucketsCount.enabledCount,
  ],
  [
    'variant_metrics_buckets_previous_day',
    'Hourly counters of variants in the previous day.',
    ({ previousDayMetricsBucketsCount }) => previousDayMetricsBucketsCount.variantCount,
  ],
  [
    'max_feature_environment_strategies',
    'The highest number of strategies of a feature in an environment.',
    ({ maxEnvironmentStrategies }) => maxEnvironmentStrategies,
  ],
  [
    'max_strategy_constraints',
    'The highest number of constraints of a strategy.',
    ({ maxConstraints }) => maxConstraints,
  ],
  [
    'max_constraint_values',
    'The highest number of values of a constraint.',
    ({ maxConstraintValues }) => maxConstraintValues,
  ],
];

/**
 * Metrics of the instance under the names that dashboards for the reference use. All instances
 * report the same numbers, which are at most a minute old.
 */
@Injectable()
export class InstanceMeters {
  private readonly log = new Logger(InstanceMeters.name);
  private figures: Figures | undefined;
  private countedAt = -Infinity;
  private counting: Promise<void> | undefined;
  /** Types of environments by name. */
  private types: Record<string, string> = {};
  private readonly features = new Set<string>();
  private readonly updates: Counter;

  constructor(
    private readonly database: Database,
    private readonly meters: Meters,
    commits: Commits,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { registry } = meters;
    for (const [name, help, value] of GAUGES)
      this.gauge(name, help, [], (gauge, { counts }) => gauge.set(value(counts)));
    this.addLabelled();
    this.updates = new Counter({
      name: 'feature_toggle_update_total',
      help:
        'Changes of features by this process. environment: n/a for changes without an ' +
        'environment.',
      labelNames: ['toggle', 'project', 'environment', 'environmentType', 'action'],
      registers: [registry],
    });
    commits.listen((events) => events.forEach((event) => this.changed(event)));
  }

  private addLabelled(): void {
    this.gauge('feature_toggles_total', 'Live features.', ['version'], (gauge, { counts }) =>
      gauge.set({ version: VERSION }, counts.featureToggles),
    );
    this.gauge('api_tokens_total', 'API tokens by type.', ['type'], (gauge, { counts }) =>
      Object.entries(counts.apiTokens).forEach(([type, count]) =>
        gauge.set({ type }, count as number),
      ),
    );
    this.gauge('projects_total', 'Projects by mode.', ['mode'], (gauge, { projects }) =>
      Object.entries(projects).forEach(([mode, count]) => gauge.set({ mode }, count)),
    );
    const apps = 'Applications by when they were last seen.';
    this.gauge('client_apps_total', apps, ['range'], (gauge, { counts }) =>
      counts.clientApps.forEach(({ range, count }) => gauge.set({ range }, count)),
    );
    for (const days of [30, 60, 90] as const) {
      const help = `Changes in environments of the type production in the last ${days} days.`;
      this.gauge(`production_changes_${days}`, help, [], (gauge, { counts }) =>
        gauge.set(counts.productionChanges[`last${days}`]),
      );
    }
  }

  /** Registers a gauge that is set whenever it is read, and is absent before the first count. */
  private gauge(
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, figures: Figures) => void,
  ): void {
    const refresh = (): Promise<void> => this.refresh();
    const figures = (): Figures | undefined => this.figures;
    const { registry } = this.meters;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect(): Promise<void> {
        await refresh();
        this.reset();
        const current = figures();
        if (current) set(this, current);
      },
    });
  }

  /** Counts again when the numbers are outdated. One count serves all gauges of a scrape. */
  private async refresh(): Promise<void> {
    if (performance.now() - this.countedAt < FRESH_MS) return;
    this.counting ??= this.count().finally(() => (this.counting = undefined));
    await withTimeout(TIMEOUT_MS, this.counting, () => undefined);
  }

  private async count(): Promise<void> {
    this.countedAt = performance.now();
    try {
      const [counted] = await this.database.run(STATISTICS, [], 'background');
      const [places] = await this.database.run(PLACES, [], 'background');
      this.figures = { counts: counted!.statistics, projects: places!.projects };
      this.types = places!.types;
    } catch (error) {
      this.log.debug({ err: error }, 'The metrics of the instance could not be counted.');
    }
  }

  private changed(event: DomainEvent): void {
    const { type, featureName, project, environment } = event as DomainEvent & {
      featureName?: string;
      project?: string;
      environment?: string;
    };
    if (featureName === undefined) return;
    const hasRoom = this.features.has(featureName) || this.features.size < MAX_FEATURE_SERIES;
    const isNamed = this.config.operations.prometheusNames && hasRoom;
    if (isNamed) this.features.add(featureName);
    this.updates.inc({
      toggle: isNamed ? featureName : 'other',
      project: isNamed ? (project ?? 'n/a') : 'other',
      environment: environment ?? 'n/a',
      environmentType: (environment && this.types[environment]) || 'n/a',
      action: type,
    });
  }
}
