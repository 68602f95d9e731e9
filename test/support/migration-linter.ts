import type { QueryRunner } from 'typeorm';
import type {
  ContractStep,
  MarkedMigration,
  ReviewedStep,
} from '../../migrations/marked-migration.js';
import { type Catalog, readCatalog } from './schema-catalog.js';

/** Rules that a migration must follow while the previous version serves, each with its reason. */
export const RULES = {
  'removes-table': 'The previous version uses the table.',
  'removes-column': 'The previous version uses the column; a new name removes the former one.',
  'removes-function': 'The previous version or one of its triggers calls the function.',
  'changes-type': 'All rows are written again, and the previous version expects the former type.',
  'requires-value': 'The previous version does not know the column, so its INSERTs are refused.',
  'rewrites-table': 'All rows are written again while nobody can read them.',
  'builds-index': 'Nobody can write while the index is built: use CONCURRENTLY.',
  'checks-rows': 'All rows are read while nobody can write: add it NOT VALID, then VALIDATE it.',
  'waits-for-lock': 'Everybody waits behind a lock that is waited for: use lockedBriefly().',
  'changes-rows': 'Rows stay locked until the migration ends: change them in batches.',
} as const;

export type Rule = keyof typeof RULES;

export interface Finding {
  rule: Rule;
  /** `table`, `table.column`, `function(argument types)`, an index or a constraint. */
  object: string;
}

/** Rules whose steps are allowed one version after the code stopped needing the object. */
const CONTRACTS: readonly Rule[] = [
  'removes-table',
  'removes-column',
  'removes-function',
  'requires-value',
];

/** Locks of this session that block writers, on tables that existed before. */
const STRONG_LOCKS = /* sql */ `
  SELECT current_setting('lock_timeout') = '0' AS "isPatient", c.relname::text AS name
    FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
   WHERE l.pid = pg_backend_pid() AND l.granted AND NOT c.relispartition AND c.relkind IN ('r', 'p')
     AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** The violations of a migration, and its exceptions that are not needed. */
export interface Judgement {
  violations: Finding[];
  unneededMarks: string[];
}

/**
 * Runs a migration like the start of the service does, and compares the schema before and after it.
 */
export async function lint(migration: MarkedMigration, runner: QueryRunner): Promise<Judgement> {
  const query = (sql: string): Promise<unknown> => runner.query(sql);
  const before = await readCatalog(query);
  const watched = new WatchedRunner(runner, before);
  if (migration.transaction ?? true) {
    await watched.proxy.startTransaction();
    await migration.up(watched.proxy);
    await watched.proxy.commitTransaction();
  } else await migration.up(watched.proxy);
  const after = await readCatalog(query);
  return judged([...compared(before, after, watched.sql), ...watched.findings()], migration);
}

/** Removed objects need a contract step; other violations may be reviewed. */
function judged(
  found: readonly Finding[],
  { contracts = [], reviewed = [] }: MarkedMigration,
): Judgement {
  const isMeant = (one: Finding, mark: ContractStep | ReviewedStep): boolean =>
    one.object === mark.object &&
    ('rule' in mark ? one.rule === mark.rule : true) &&
    CONTRACTS.includes(one.rule) === !('rule' in mark);
  const marks = [...contracts, ...reviewed];
  return {
    violations: found.filter((one) => !marks.some((mark) => isMeant(one, mark))),
    unneededMarks: marks
      .filter((mark) => !found.some((one) => isMeant(one, mark)))
      .map(({ object }) => object),
  };
}

/** Violations that follow from the difference between two schemas. */
function compared(before: Catalog, after: Catalog, sql: readonly string[]): Finding[] {
  const isOld = (table: string): boolean => table in before.tables && table in after.tables;
  const findings: Finding[] = [];
  const add = (rule: Rule, object: string): void => void findings.push({ rule, object });
  for (const [table, file] of Object.entries(before.tables))
    if (!(table in after.tables)) add('removes-table', table);
    else if (after.tables[table] !== file) add('rewrites-table', table);
  for (const [column, { type, isRequired }] of Object.entries(before.columns)) {
    const now = after.columns[column];
    if (!now && isOld(tableOf(column))) add('removes-column', column);
    if (now && now.type !== type) add('changes-type', column);
    if (now?.isRequired && !isRequired) add('requires-value', column);
  }
  for (const [column, { isRequired }] of Object.entries(after.columns))
    if (isRequired && !before.columns[column] && isOld(tableOf(column)))
      add('requires-value', column);
  for (const name of Object.keys(before.functions))
    if (!(name in after.functions)) add('removes-function', name);
  for (const [index, table] of Object.entries(after.indexes))
    if (!(index in before.indexes) && isOld(table) && !isConcurrent(index, sql))
      add('builds-index', index);
  for (const [key, table] of Object.entries(after.checked)) {
    const [constraint = ''] = key.split(' ');
    if (!(key in before.checked) && isOld(table) && !isValidatedLater(constraint, sql))
      add('checks-rows', constraint);
  }
  return findings;
}

const tableOf = (column: string): string => column.slice(0, column.indexOf('.'));

const isConcurrent = (index: string, sql: readonly string[]): boolean =>
  sql.some((text) =>
    new RegExp(`\\bINDEX\\s+CONCURRENTLY\\s+(IF NOT EXISTS\\s+)?"?${index}\\b`, 'i').test(text),
  );

const isValidatedLater = (constraint: string, sql: readonly string[]): boolean =>
  sql.some((text) => new RegExp(`VALIDATE CONSTRAINT\\s+"?${constraint}\\b`, 'i').test(text));

/** A query runner that records the statements of a migration, and the locks held after each. */
class WatchedRunner {
  readonly sql: string[] = [];
  readonly proxy: QueryRunner;
  private readonly locked = new Set<string>();

  constructor(
    private readonly runner: QueryRunner,
    private readonly before: Catalog,
  ) {
    this.proxy = new Proxy(runner, {
      get: (target, name) => {
        if (name === 'query') return (...args: [string, unknown[]?]) => this.query(...args);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  private async query(sql: string, values?: unknown[]): Promise<unknown> {
    this.sql.push(withoutBodies(sql));
    const result: unknown = await this.runner.query(sql, values);
    if (!this.runner.isTransactionActive) return result;
    const locks = (await this.runner.query(STRONG_LOCKS)) as { isPatient: boolean; name: string }[];
    for (const { isPatient, name } of locks)
      if (isPatient && name in this.before.tables) this.locked.add(name);
    return result;
  }

  findings(): Finding[] {
    const changed = this.sql.flatMap((text) =>
      [...text.matchAll(/(?<=^|;)\s*(?:UPDATE|DELETE FROM)\s+(?:ONLY\s+)?"?(\w+)/gi)].map(
        ([, table]) => table!,
      ),
    );
    return [
      ...[...this.locked].map((object): Finding => ({ rule: 'waits-for-lock', object })),
      ...[...new Set(changed)]
        .filter((table) => table in this.before.tables)
        .map((object): Finding => ({ rule: 'changes-rows', object })),
    ];
  }
}

/** Statements without comments, and without the bodies of functions. */
const withoutBodies = (sql: string): string =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\$(\w*)\$[^]*?\$\1\$/g, "''");
