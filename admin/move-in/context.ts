import type { MaintenanceQuery } from '../../src/platform/database/maintenance.js';
import type { Statement } from '../../src/platform/database/statement.js';
import type { Report } from './report.js';
import type { Kind, Rows } from './source/rows.js';
import type { RowsJson, Written } from './target/rows-json.js';

/**
 * The keys here of rows that were moved, by their keys at the source. Rows of later kinds refer to
 * them.
 */
export class References {
  private readonly kinds = new Map<Kind, Map<string, string>>();

  set(kind: Kind, key: string, target: string): void {
    let keys = this.kinds.get(kind);
    if (!keys) this.kinds.set(kind, (keys = new Map<string, string>()));
    keys.set(key, target);
  }

  /** The key here for a key at the source; undefined when the row was not moved. */
  get(kind: Kind, key: string | null): string | undefined {
    return key === null ? undefined : this.kinds.get(kind)?.get(key);
  }

  /** Like {@link get}, for keys that are numbers here. */
  number(kind: Kind, key: string | null): number | undefined {
    const target = this.get(kind, key);
    return target === undefined ? undefined : Number(target);
  }
}

/** What is needed to move rows. */
export interface MoveContext {
  readonly source: string;
  readonly references: References;
  readonly report: Report;
  /** Segments of default strategies, which are moved after the projects. */
  readonly defaultSegments: { project: string; environment: string; segment: string }[];
}

/** A row that can be written, or why it cannot be. */
export type Prepared = { row: object; notes?: string[] } | { refused: string };

/** The row, or the reason why it cannot be moved. */
export const refusedOr = (fault: string | undefined, row: object): Prepared =>
  fault === undefined ? { row } : { refused: fault };

export const nameOf = ({ name }: { name: string }): string => name;

/** Moves rows of one kind. Each row has a key and is moved once. */
export interface KeyedMove<Row> {
  /** The key at the source. */
  keyOf(row: Row): string;
  /** The name that identifies the row in every instance; the key by default. */
  nameOf?(row: Row): string;
  /** The name of the row in the report; `nameOf` by default. */
  labelOf?(row: Row): string;
  /** The keys here of the rows that exist already, by their names. */
  find(query: MaintenanceQuery, rows: readonly Row[]): Promise<Map<string, string>>;
  /** Whether every instance has the row, so that it is no collision. */
  isBuiltIn?(row: Row): boolean;
  prepare(row: Row, context: MoveContext): Prepared | Promise<Prepared>;
  /**
   * Writes prepared rows.
   * @returns The keys here by name, of those that were written.
   */
  write(
    query: MaintenanceQuery,
    rows: readonly object[],
    context: MoveContext,
  ): Promise<Map<string, string>>;
  /**
   * Overwrites rows that every new instance has with those of the source, unless they were changed.
   * @returns The keys of the rows that were overwritten.
   */
  adopt?(query: MaintenanceQuery, rows: readonly object[]): Promise<Set<string>>;
}

/** Moves rows that are only inserted when they are missing. */
export interface PlainMove<Row> {
  prepare(row: Row, context: MoveContext): Prepared | Promise<Prepared>;
  /** @returns How many rows were missing. */
  write(query: MaintenanceQuery, rows: readonly object[], context: MoveContext): Promise<number>;
}

export type KeyedMoves = { readonly [K in KeyedKind]: KeyedMove<Rows[K]> };
export type PlainMoves = { readonly [K in Exclude<Kind, KeyedKind>]: PlainMove<Rows[K]> };

/** The kinds of which each moved row is stored, so that it is moved once. */
export type KeyedKind =
  | 'environments'
  | 'projects'
  | 'tagTypes'
  | 'tags'
  | 'contextFields'
  | 'strategies'
  | 'segments'
  | 'roles'
  | 'users'
  | 'groups'
  | 'features'
  | 'apiTokens'
  | 'personalTokens';

type Find = Statement<[keys: readonly string[]], { key: string; target: string }>;

/** Finds rows by their names. */
export const findBy =
  <Row>(statement: Find, nameOf: (row: Row) => string): KeyedMove<Row>['find'] =>
  async (query, rows) => {
    const found = await query(statement, [rows.map(nameOf)]);
    return new Map(found.map(({ key, target }) => [key, target]));
  };

/** Writes rows whose keys here are their names. */
export const writeBy =
  (statement: Statement<RowsJson, Written>) =>
  async (query: MaintenanceQuery, rows: readonly object[]): Promise<Map<string, string>> => {
    const written = await query(statement, [JSON.stringify(rows)]);
    return new Map(written.map(({ key }) => [key, key]));
  };

/** Writes rows that are only counted. */
export const insertBy =
  (statement: Statement<RowsJson, Written>) =>
  async (query: MaintenanceQuery, rows: readonly object[]): Promise<number> =>
    (await query(statement, [JSON.stringify(rows)])).length;

/**
 * Overwrites rows that every new instance has.
 * @returns The keys of the rows that were overwritten.
 */
export const adoptBy =
  (statement: Statement<RowsJson, Written>): NonNullable<KeyedMove<unknown>['adopt']> =>
  async (query, rows) =>
    new Set((await query(statement, [JSON.stringify(rows)])).map(({ key }) => key));
