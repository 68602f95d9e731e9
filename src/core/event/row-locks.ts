import { LOCK_MODES, LOCK_ORDER, type LockMode, type LockRank } from './lock-order.js';

/** The columns that locking a row returns, by the rank of its table in the lock order. */
export interface LockedRows {
  environments: { name: string };
  projects: {
    id: string;
    archived: boolean;
    /** Maximum number of live features; null for no limit. */
    featureLimit: number | null;
    featureNaming: {
      pattern: string | null;
      example?: string | null;
      description?: string | null;
    } | null;
    /** Links that new features get. */
    linkTemplates: { title: string | null; urlTemplate: string }[];
  };
  projectEnvironments: {
    project: string;
    environment: string;
    defaultStrategy: object | null;
    /** How many approvals changes require; null for none. */
    requiredApprovals: number | null;
  };
  features: {
    name: string;
    project: string;
    archived: boolean;
    /** What its project does about turning off or archiving features that are in use. */
    guard: 'none' | 'warn' | 'block';
  };
  featureEnvironments: {
    featureName: string;
    environment: string;
    enabled: boolean;
    strategyCount: number;
    activeStrategyCount: number;
    /** Strategies and variants stay when a project loses an environment. */
    isInProject: boolean;
    /** Whether there is a release plan none of whose milestones has started. */
    hasWaitingPlan: boolean;
  };
  featureTypes: { id: string };
  strategyDefinitions: { name: string };
  contextFields: { name: string };
  segments: { id: number; name: string; project: string | null };
  tagTypes: { name: string; description: string; icon: string | null };
  apiTokens: { id: string };
  addons: { id: number };
  users: { id: number; kind: 'user' | 'service-account' | 'system'; deleted: boolean };
  groups: { id: number };
  roles: { id: number };
}

/** The ranks of the lock order that are tables, whose rows are locked by primary key. */
export type RowRank = keyof LockedRows;

/** The primary key of a row: one column, or a feature or project and an environment. */
type RowKey<Rank extends RowRank> = Rank extends 'projectEnvironments'
  ? Pick<LockedRows['projectEnvironments'], 'project' | 'environment'>
  : Rank extends 'featureEnvironments'
    ? Pick<LockedRows['featureEnvironments'], 'featureName' | 'environment'>
    : LockedRows[Rank] extends { id: infer Id }
      ? Id
      : string;

/** The rows to lock, by mode. */
export type LockRequest = {
  readonly [Rank in RowRank]?: { readonly [Mode in LockMode]?: readonly RowKey<Rank>[] };
};

interface Table {
  name: string;
  /** The columns of the primary key, with their types, and their properties in composite keys. */
  key: readonly (readonly [column: string, type: 'text' | 'integer' | 'uuid', property?: string])[];
  /** The columns of {@link LockedRows}. */
  columns: string;
}

const TABLES: Readonly<Record<RowRank, Table>> = {
  environments: { name: 'environment', key: [['name', 'text']], columns: 'name' },
  projects: {
    name: 'project',
    key: [['id', 'text']],
    columns:
      'id, archived_at IS NOT NULL AS archived, feature_limit AS "featureLimit", ' +
      'feature_naming AS "featureNaming", link_templates AS "linkTemplates"',
  },
  projectEnvironments: {
    name: 'project_environment',
    key: [
      ['project', 'text', 'project'],
      ['environment', 'text', 'environment'],
    ],
    columns:
      'project, environment, default_strategy AS "defaultStrategy", ' +
      'required_approvals AS "requiredApprovals"',
  },
  features: {
    name: 'feature',
    key: [['name', 'text']],
    columns: /* sql */ `
      name, project, archived_at IS NOT NULL AS archived,
      (SELECT p.guard FROM project p WHERE p.id = t.project) AS guard`,
  },
  featureEnvironments: {
    name: 'feature_environment',
    key: [
      ['feature_name', 'text', 'featureName'],
      ['environment', 'text', 'environment'],
    ],
    columns: /* sql */ `
      feature_name AS "featureName", environment, enabled, strategy_count AS "strategyCount",
      active_strategy_count AS "activeStrategyCount",
      -- With a join inside, PostgreSQL would hash all features of the instance for a bulk change.
      EXISTS (SELECT FROM project_environment pe WHERE pe.environment = t.environment
        AND pe.project = (SELECT f.project FROM feature f WHERE f.name = t.feature_name))
        AS "isInProject",
      (SELECT true FROM release_plan rp
        WHERE rp.feature_name = t.feature_name AND rp.environment = t.environment
          AND rp.active_milestone_id IS NULL) IS TRUE AS "hasWaitingPlan"`,
  },
  featureTypes: { name: 'feature_type', key: [['id', 'text']], columns: 'id' },
  strategyDefinitions: { name: 'strategy_definition', key: [['name', 'text']], columns: 'name' },
  contextFields: { name: 'context_field', key: [['name', 'text']], columns: 'name' },
  segments: { name: 'segment', key: [['id', 'integer']], columns: 'id, name, project' },
  tagTypes: { name: 'tag_type', key: [['name', 'text']], columns: 'name, description, icon' },
  apiTokens: { name: 'api_token', key: [['id', 'uuid']], columns: 'id' },
  addons: { name: 'addon_cursor', key: [['addon_id', 'integer']], columns: 'addon_id AS id' },
  users: {
    name: 'app_user',
    key: [['id', 'integer']],
    columns: 'id, kind, deleted_at IS NOT NULL AS deleted',
  },
  groups: { name: 'user_group', key: [['id', 'integer']], columns: 'id' },
  roles: { name: 'role', key: [['id', 'integer']], columns: 'id' },
};

/** One statement that locks rows of one rank. */
interface RowLock {
  rank: RowRank;
  mode: LockMode;
  /** The keys as strings, for {@link LockOrder}. */
  keys: readonly string[];
  sql: string;
  values: unknown[];
}

/**
 * The lock statements of a request, in lock order. Ranks without keys are omitted.
 * @param locks Whether they lock the rows instead of only reading them.
 */
export function rowLocksOf(wanted: LockRequest, locks = true): RowLock[] {
  const ranks = LOCK_ORDER.filter((rank: LockRank): rank is RowRank => rank in wanted);
  return ranks.flatMap((rank) => {
    const modes = Object.entries(wanted[rank]!) as [LockMode, readonly (object | string)[]][];
    return modes
      .filter(([, keys]) => keys.length > 0)
      .map(([mode, keys]) => lockOf(rank, mode, keys, locks));
  });
}

function lockOf(rank: RowRank, mode: LockMode, keys: readonly unknown[], locks: boolean): RowLock {
  const { name, key, columns } = TABLES[rank];
  const parts = keys.map((one) =>
    key.map(([, , property]) => (property ? (one as Record<string, unknown>)[property] : one)),
  );
  const names = key.map(([column]) => column);
  const arrays = key.map(([, type], n) => `$${n + 1}::${type}[]`);
  const isIn =
    key.length === 1
      ? `${names[0]} = ANY (${arrays[0]})`
      : `(${names.join(', ')}) IN (SELECT * FROM unnest(${arrays.join(', ')}))`;
  const order = key.map(([column, type]) => (type === 'text' ? `${column} COLLATE "C"` : column));
  return {
    rank,
    mode,
    keys: parts.map((part) => JSON.stringify(part)),
    sql:
      `SELECT ${columns} FROM ${name} t WHERE ${isIn} ORDER BY ${order.join(', ')} ` +
      (locks ? `${LOCK_MODES[mode]} OF t /* locks ${rank} */` : ''),
    values: key.map((_, n) => parts.map((part) => part[n])),
  };
}
