import { Client } from 'pg';

/** Time limit of a statement; reading a large table may take long. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Reads from one snapshot of a database of another service. */
export class ForeignSnapshot {
  private cursors = 0;

  constructor(private readonly client: Client) {}

  /** Runs a statement and returns all its rows. */
  async rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query(text, [...values])).rows as Row[];
  }

  /**
   * Runs a statement whose rows do not fit into memory, and returns them in pages. One such
   * statement at a time may be open within another.
   */
  async *pages<Row extends object>(
    text: string,
    values: readonly unknown[],
    size: number,
  ): AsyncGenerator<Row[]> {
    const cursor = `pages_${++this.cursors}`;
    await this.client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, [...values]);
    for (;;) {
      const rows = await this.rows<Row>(`FETCH ${size} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    await this.client.query(`CLOSE ${cursor}`);
  }
}

/**
 * Reads a database of another service, in one transaction that PostgreSQL does not allow to write.
 * @throws Error of PostgreSQL or of the connection.
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
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query("SET LOCAL TimeZone = 'UTC'");
    return await work(new ForeignSnapshot(client));
  } finally {
    await client.end().catch(() => undefined);
  }
}
