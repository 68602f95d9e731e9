import type { QueryConfig } from 'pg';

/** The types of a statement; no value has this property at run time. */
declare const TYPES: unique symbol;

/** The row type of a statement that returns no rows or no columns. */
export type NoColumns = Record<never, never>;

/** A fixed SQL text with the types of its parameters and rows; created by {@link statement}. */
export interface Statement<Params extends readonly unknown[], Row extends object = NoColumns> {
  /** `<file>.<constant>`, such as `feature-tag.find-tag` for FIND_TAG in feature-tag.sql.ts. */
  readonly name: string;
  readonly text: string;
  readonly [TYPES]: (params: Params) => Row;
}

/** A statement that was assembled for one call, with the values of its parameters. */
export interface AssembledStatement<Row extends object> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly [TYPES]: () => Row;
}

/** The row type of a statement. */
export type RowOf<Of> = Of extends Statement<never, infer Row> ? Row : never;

/** A statement with the values of its parameters, to be sent together with another. */
export interface StatementCall<Row extends object> {
  readonly statement: Statement<never, Row>;
  readonly values: readonly unknown[];
}

/** Checks the values of a call against the parameters of the statement. */
export function callOf<Params extends readonly unknown[], Row extends object>(
  statement: Statement<Params, Row>,
  values: NoInfer<Params>,
): StatementCall<Row> {
  return { statement: statement as Statement<never, Row>, values };
}

/** The result of an assembly function: an SQL text and the values of its parameters, in order. */
export interface SqlAndValues {
  text: string;
  values: readonly unknown[];
}

/** A function that assembles a statement; created by {@link dynamicStatement}. */
type DynamicStatement<Args extends readonly unknown[], Row extends object> = {
  readonly statementName: string;
} & ((...args: Args) => AssembledStatement<Row>);

/** PostgreSQL truncates names of prepared statements to this length. */
const MAX_NAME = 63;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/;

const statements = new Map<string, Statement<never, object>>();
const dynamicStatements = new Map<string, DynamicStatement<never, object>>();

/**
 * Declares a statement. The unique name precedes the SQL as a comment, so that `pg_stat_activity`,
 * `pg_stat_statements` and the log of PostgreSQL show it. Naming a statement does not prepare it:
 * `Database.run` prepares, `Tx.query` does not.
 */
export function statement<Params extends readonly unknown[], Row extends object = NoColumns>(
  name: string,
  sql: string,
): Statement<Readonly<Params>, Row> {
  checkName(name);
  const made = { name, text: labelled(name, sql) } as Statement<Readonly<Params>, Row>;
  statements.set(name, made);
  return made;
}

/**
 * Declares a statement whose text depends on the request, such as a search with filters. Values of
 * callers must be parameters; the text must come from this code.
 */
export function dynamicStatement<Args extends readonly unknown[], Row extends object>(
  name: string,
  assemble: (...args: Args) => SqlAndValues,
): DynamicStatement<Args, Row> {
  checkName(name);
  const made = Object.assign(
    (...args: Args) => {
      const { text, values } = assemble(...args);
      return { name, text: labelled(name, text), values } as AssembledStatement<Row>;
    },
    { statementName: name },
  );
  dynamicStatements.set(name, made as DynamicStatement<never, object>);
  return made;
}

/** The values to send; an assembled statement includes them. */
export function valuesOf(
  statement: Statement<never, object> | AssembledStatement<object>,
  values: readonly unknown[] = [],
): unknown[] {
  return ('values' in statement ? statement.values : values) as unknown[];
}

/** All statements of the loaded modules, for the test that checks their types. */
export function declaredStatements(): {
  fixed: ReadonlyMap<string, Statement<never, object>>;
  dynamic: ReadonlyMap<string, DynamicStatement<never, object>>;
} {
  return { fixed: statements, dynamic: dynamicStatements };
}

function labelled(name: string, sql: string): string {
  return `/* ${name} */ ${sql.trim()}`;
}

function checkName(name: string): void {
  if (!NAME.test(name) || name.length > MAX_NAME)
    throw new Error(
      `"${name}" is not a valid statement name: use the form file-name.what-it-does.`,
    );
  if (statements.has(name) || dynamicStatements.has(name))
    throw new Error(`There are two statements with the name "${name}".`);
}

/** Only fixed statements are prepared; assembled ones rarely repeat. */
export function configOf(
  statement: Statement<never, object> | AssembledStatement<object>,
  values: readonly unknown[],
): QueryConfig {
  const { name, text } = statement;
  return 'values' in statement
    ? { text, values: statement.values as unknown[] }
    : { name, text, values: values as unknown[] };
}
