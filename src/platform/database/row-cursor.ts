import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { CallerLeftError } from '../errors/general.errors.js';
import { release } from './release.js';
import { PAGE_ROWS, type PageSource } from './row-pages.js';
import type { WatchedClient } from './watched-client.js';

/** A cursor plan otherwise favours the first rows over the whole. */
const SETTINGS = 'SET TRANSACTION READ ONLY; SET LOCAL cursor_tuple_fraction = 1';
const FETCH = `FETCH ${PAGE_ROWS} FROM rows`;

/** Reads the rows of a statement by a cursor in a transaction, which has one snapshot. */
export class RowCursor<Row extends QueryResultRow> implements PageSource<Row> {
  private readonly abandon = (): void => this.cancel(this.client);

  /** @param cancel Ends what runs on the connection when the caller disconnects. */
  constructor(
    private readonly client: WatchedClient & PoolClient,
    private readonly left: AbortSignal,
    private readonly cancel: (client: WatchedClient) => void,
    private readonly closed: () => void,
  ) {
    left.addEventListener('abort', this.abandon, { once: true });
  }

  /** Begins, and reads the first page in the same round trip. */
  async open(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { client } = this;
    const sent = client.together(() => [
      client.query('START TRANSACTION'),
      client.query(SETTINGS),
      client.query({ text: `DECLARE rows NO SCROLL CURSOR FOR ${text}`, values: [...values] }),
      client.query<Row>(FETCH),
    ]);
    const results = await Promise.allSettled<QueryResult>(sent);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw this.left.aborted ? new CallerLeftError() : failed.reason;
    return (results.at(-1) as PromiseFulfilledResult<QueryResult<Row>>).value.rows;
  }

  async read(): Promise<Row[]> {
    if (this.left.aborted) throw new CallerLeftError();
    return (await this.client.query<Row>(FETCH)).rows;
  }

  async close(): Promise<void> {
    const { client, left } = this;
    // A connection that is being cancelled, or cannot be rolled back, must not be reused.
    const failure = left.aborted
      ? new CallerLeftError()
      : await client.query('ROLLBACK').then(
          () => undefined,
          (error: unknown) => error,
        );
    left.removeEventListener('abort', this.abandon);
    release(client, failure);
    this.closed();
  }
}
