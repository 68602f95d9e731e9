import { Client } from 'pg';
import { WITHOUT_TIME_LIMITS } from '../../../src/platform/database/time-limits.js';

/** Time limit of a statement; reading a large table may take long. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Rows of the first page of a statement, when the size of a row is not known yet. */
const FIRST_PAGE = 100;
/** Maximum characters of a page, if its rows are about as large as those of the page before. */
const PAGE_CHARACTERS = 8_000_000;

/** An error of the other database, or of the connection to it. */
export class ForeignDatabaseError extends Error {
  /** PostgreSQL's code; undefined when the connection broke. */
  readonly code: string | undefined;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/** Reads from one snapshot of a database of another service. */
export class ForeignSnapshot {
  private cursors = 0;

  constructor(private readonly client: Client) {}

  /**
   * Runs a statement and returns all its rows.
   * @throws ForeignDatabaseError
   */
  async rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.client.query(text, [...values])).rows as Row[];
    } catch (error) {
      throw new ForeignDatabaseError(error as Error);
    }
  }

  /**
   * Runs a statement with one column `row` of JSON, whose rows do not fit into memory, and returns
   * them in pages. A page has fewer rows than `most` if rows are large. One such statement at a
   * time may be open within another.
   * @throws ForeignDatabaseError
   */
  async *pages<Row extends object>(
    text: string,
    values: readonly unknown[],
    most: number,
  ): AsyncGenerator<Row[]> {
    const cursor = `pages_${++this.cursors}`;
    const rows = `SELECT q.row::text AS row FROM (${text}) q`;
    await this.rows(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${rows}`, values);
    let size = Math.min(most, FIRST_PAGE);
    for (;;) {
      const found = await this.rows<{ row: string }>(`FETCH ${size} FROM ${cursor}`);
      if (found.length > 0)
        yield found.map(({ row }) => ({ row: JSON.parse(row) as unknown }) as Row);
      if (found.length < size) break;
      const characters = found.reduce((sum, { row }) => sum + row.length, 0);
      const fitting = Math.floor((size * PAGE_CHARACTERS) / characters);
      size = Math.max(1, Math.min(most, 2 * size, fitting));
    }
    await this.rows(`CLOSE ${cursor}`);
  }
}

/**
 * Reads a database of another service, in one transaction that PostgreSQL does not allow to write.
 * @throws ForeignDatabaseError while reading; other errors when it is not reached.
 */
export async function inForeignSnapshot<T>(
  url: string,
  work: (snapshot: ForeignSnapshot) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'feature-flag-admin move-in',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => {}); // The running statement reports the error too.
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(WITHOUT_TIME_LIMITS);
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query("SET LOCAL TimeZone = 'UTC'");
    return await work(new ForeignSnapshot(client));
  } finally {
    await client.end().catch(() => undefined);
  }
}
