import {
  ForeignDatabaseError,
  type ForeignSnapshot,
  inForeignSnapshot,
} from './foreign-database.js';
import { type ClientToken, MoveInError, type MoveSource } from './source.js';
import type { EventRow, FavoriteRow, Kind, Rows } from './rows.js';
import { readFeatures } from './feature-reader.js';
import { JoinedReaders, type Tables } from './joined-readers.js';
import { JsonRow } from './json-row.js';
import { PLAIN_READERS, type PlainKind } from './plain-readers.js';
import { unreachable } from './unreachable.js';
import {
  countOf,
  EVENTS_AFTER,
  FIND_TABLES,
  READ_INSTANCE,
  REAL_USERS,
  REQUIRED_TABLES,
  rowsOf,
} from './unleash.sql.js';

const PAGE = 1_000;
/** Columns that exist since version 6. Without them the schema is older. */
const SINCE_6 = [
  ['features', 'archived_at'],
  ['features', 'created_by_user_id'],
  ['events', 'created_by_user_id'],
  ['users', 'is_system'],
  ['feature_strategies', 'disabled'],
] as const;
/** PostgreSQL's code for a table that the user may not read. */
const NO_PERMISSION = '42501';
type JsonOf = { row: Record<string, unknown> };

/** The tables of kinds whose number of rows is counted there, with a filter. */
const COUNTED: Partial<Record<Kind, readonly [table: string, rest?: string]>> = {
  features: ['features'],
  users: ['users', REAL_USERS],
  metrics: ['client_metrics_env'],
  variantMetrics: ['client_metrics_env_variants'],
  instances: ['client_instances'],
};

/** Reads a database of Unleash 6 or 7. */
export class DatabaseSource implements MoveSource {
  readonly unreadable: readonly string[] = [];
  private readonly joined: JoinedReaders;

  private constructor(
    private readonly snapshot: ForeignSnapshot,
    private readonly tables: Tables,
    readonly id: string,
    readonly description: string,
  ) {
    this.joined = new JoinedReaders(snapshot, tables);
  }

  /**
   * Reads from one snapshot of a database.
   * @throws MoveInError when it cannot be read, or is none of Unleash.
   */
  static async within<T>(url: string, work: (source: DatabaseSource) => Promise<T>): Promise<T> {
    let isReached = false;
    try {
      return await inForeignSnapshot(url, async (snapshot) => {
        isReached = true;
        return work(await DatabaseSource.of(snapshot));
      });
    } catch (error) {
      if (!isReached) throw unreachable(url, error as Error);
      throw error instanceof ForeignDatabaseError ? unreadable(error) : error;
    }
  }

  private static async of(snapshot: ForeignSnapshot): Promise<DatabaseSource> {
    const found = await snapshot.rows<{ name: string; columns: string[] }>(FIND_TABLES);
    const tables = new Map(found.map(({ name, columns }) => [name, new Set(columns)]));
    requireUnleash(tables);
    const [instance] = await snapshot.rows<{ id: string | null; migration: string | null }>(
      READ_INSTANCE,
    );
    if (!instance?.id)
      throw new MoveInError(
        'The database of Unleash has no id of its instance. Start Unleash on it once, and repeat.',
      );
    const schema = instance.migration?.replace(/^\//, '').slice(0, 8);
    return new DatabaseSource(snapshot, tables, instance.id, `database, schema of ${schema}`);
  }

  async count(kind: Kind, afterEvent: number): Promise<number | undefined> {
    if (kind === 'events') return this.countRows('events', 'WHERE t.id > $1', [afterEvent]);
    const counted = COUNTED[kind];
    return counted && this.countRows(...counted);
  }

  private async countRows(
    table: string,
    rest = '',
    values: readonly unknown[] = [],
  ): Promise<number> {
    if (!this.tables.has(table)) return 0;
    const [row] = await this.snapshot.rows<{ count: number }>(countOf(table, rest), values);
    return row!.count;
  }

  pages<K extends Kind>(kind: K, afterEvent: number): AsyncIterable<readonly Rows[K][]> {
    if (kind in PLAIN_READERS) return this.plain(kind as K & PlainKind);
    if (kind === 'features') return this.as(readFeatures(this.snapshot, this.tables));
    if (kind === 'events') return this.as(this.events(afterEvent));
    if (kind === 'favorites') return this.as(this.favorites());
    return this.as(this.few(kind));
  }

  /** The compiler does not relate the kind to the type of its rows. */
  private as<K extends Kind>(pages: AsyncIterable<readonly unknown[]>): AsyncIterable<Rows[K][]> {
    return pages as AsyncIterable<Rows[K][]>;
  }

  private async *few(kind: Kind): AsyncGenerator<readonly unknown[]> {
    const read = this.joined[kind as 'roles'] as (() => Promise<unknown[]>) | undefined;
    const rows = read ? await read.call(this.joined) : [];
    for (let start = 0; start < rows.length; start += PAGE) yield rows.slice(start, start + PAGE);
  }

  private async *plain<K extends PlainKind>(kind: K): AsyncGenerator<Rows[K][]> {
    const { table, rest, read } = PLAIN_READERS[kind];
    if (!this.tables.has(table)) return;
    for await (const page of this.snapshot.pages<JsonOf>(rowsOf(table, rest), [], PAGE))
      yield page.map(({ row }) => read(new JsonRow(row)) as Rows[K]);
  }

  private async *favorites(): AsyncGenerator<FavoriteRow[]> {
    for (const [table, column] of [
      ['favorite_features', 'feature'],
      ['favorite_projects', 'project'],
    ] as const) {
      if (!this.tables.has(table)) continue;
      for await (const page of this.snapshot.pages<JsonOf>(rowsOf(table), [], PAGE))
        yield page.map(({ row }) => favoriteOf(new JsonRow(row), column));
    }
  }

  private async *events(after: number): AsyncGenerator<EventRow[]> {
    const text = rowsOf('events', EVENTS_AFTER);
    for await (const page of this.snapshot.pages<JsonOf>(text, [after], PAGE))
      yield page.map(({ row }) => eventOf(new JsonRow(row)));
  }

  async clientTokens(): Promise<ClientToken[]> {
    const projects = await this.snapshot.rows<JsonOf>(rowsOf('api_token_project'));
    const limited = new Set(
      projects.filter(({ row }) => row['project'] !== '*').map(({ row }) => row['secret']),
    );
    const tokens = await this.snapshot.rows<JsonOf>(
      rowsOf('api_tokens', 'WHERE t.expires_at IS NULL OR t.expires_at > now()'),
    );
    return tokens
      .map(({ row }) => new JsonRow(row))
      .filter((row) => ['client', 'backend'].includes(row.required('type')))
      .map((row) => ({
        environment: row.text('environment') ?? '*',
        isForAll: !limited.has(row.required('secret')),
        secret: row.required('secret'),
      }));
  }
}

function favoriteOf(row: JsonRow, column: 'feature' | 'project'): FavoriteRow {
  return {
    user: row.required('user_id'),
    feature: column === 'feature' ? row.text('feature') : null,
    project: column === 'project' ? row.text('project') : null,
    createdAt: row.time('created_at'),
  };
}

function eventOf(row: JsonRow): EventRow {
  return {
    id: row.number('id', 0),
    type: row.required('type'),
    createdAt: row.time('created_at') ?? '',
    createdBy: row.required('created_by'),
    createdByUser: row.text('created_by_user_id'),
    feature: row.text('feature_name'),
    project: row.text('project'),
    environment: row.text('environment'),
    data: row.json('data', null),
    preData: row.json('pre_data', null),
    tags: row.json('tags', []),
    address: row.text('ip'),
  };
}

function requireUnleash(tables: Tables): void {
  const missing = REQUIRED_TABLES.filter((name) => !tables.has(name));
  if (missing.length === REQUIRED_TABLES.length)
    throw new MoveInError(
      'There are no tables of Unleash in the database. Check its name in --database, and the ' +
        'schema: add ?options=-csearch_path%3Dname for tables in another schema than public.',
    );
  if (missing.length > 0)
    throw new MoveInError(
      `The database is no complete one of Unleash 6 or 7: it has no ${missing.join(', ')}. ` +
        'Upgrade Unleash to version 6.0 or later, start it once, and repeat.',
    );
  const old = SINCE_6.find(([table, column]) => !tables.get(table)!.has(column));
  if (old)
    throw new MoveInError(
      `The schema of Unleash is older than version 6: ${old.join('.')} is missing. Upgrade ` +
        'Unleash to version 6.0 or later, start it once, and repeat.',
    );
}

/** What to do when reading has begun, but cannot go on. */
function unreadable({ code, message }: ForeignDatabaseError): MoveInError {
  const advice =
    code === NO_PERMISSION
      ? 'Grant SELECT on all tables of Unleash to the user in --database, and repeat the command.'
      : 'Repeat the command when it can be read again: it goes on where it was.';
  return new MoveInError(
    `The database of Unleash could not be read further: ${message}. ${advice}`,
  );
}
