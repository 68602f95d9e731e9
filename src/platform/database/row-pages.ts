import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { CallerLeftError } from '../errors/general.errors.js';
import { release, type WatchedClient } from './watched-client.js';

/** How many rows are read at once. */
export const PAGE_ROWS = 500;
/**
 * How long a slow caller occupies a connection. After that, the remaining rows are read into
 * memory, so that other callers can use the connection.
 */
const HOLD_MS = 500;

/** Where pages come from. */
export interface PageSource<Row> {
  /** Runs the statement and reads the first page. */
  open(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Reads the next page, which has fewer than {@link PAGE_ROWS} rows only at the end. */
  read(): Promise<Row[]>;
  /** Frees the connection. Never rejects. */
  close(): Promise<void>;
}

/** The rows of one statement, read page by page from one snapshot. Must be iterated or closed. */
export class RowPages<Row> implements AsyncIterable<readonly Row[]> {
  private readonly ready: Row[][] = [];
  private turn: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout | undefined;
  private ended: boolean;
  private failure: Error | undefined;

  /** Runs a statement, and reads the first page. */
  static async open<Row>(
    source: PageSource<Row>,
    text: string,
    values: readonly unknown[],
  ): Promise<RowPages<Row>> {
    try {
      const pages = new RowPages(await source.open(text, values), source);
      if (pages.isComplete) await source.close();
      return pages;
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** Rows that are already there. */
  static of<Row>(rows: readonly Row[]): RowPages<Row> {
    return new RowPages(rows, {
      open: async () => [],
      read: async () => [],
      close: async () => {},
    });
  }

  private constructor(
    /** The first page; empty when there are no rows. */
    readonly first: readonly Row[],
    private readonly source: PageSource<Row>,
  ) {
    this.ended = this.isComplete;
    if (!this.ended) this.timer = setTimeout(() => void this.readRest(), HOLD_MS).unref();
  }

  /** Whether the first page is the only one. */
  get isComplete(): boolean {
    return this.first.length < PAGE_ROWS;
  }

  /**
   * Each page is read while the caller works on the one before.
   * @throws the error of a page that could not be read.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Row[]> {
    try {
      this.readAhead();
      yield this.first;
      for (;;) {
        if (this.ready.length === 0) await this.turn;
        const page = this.ready.shift();
        if (page) {
          this.readAhead();
          yield page;
        } else if (this.failure) throw this.failure;
        else return;
      }
    } finally {
      await this.close();
    }
  }

  /** Gives up the remaining pages. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.ready.length = 0;
    if (this.ended) return;
    this.ended = true;
    await this.turn;
    await this.source.close();
  }

  private readAhead(): void {
    if (this.ready.length === 0 && !this.ended) void this.readPage();
  }

  private async readRest(): Promise<void> {
    while (!this.ended) await this.readPage();
  }

  /** Reads a page, after the one that is being read. Never rejects. */
  private readPage(): Promise<void> {
    return (this.turn = this.turn.then(async () => {
      if (this.ended) return;
      try {
        const page = await this.source.read();
        if (page.length > 0) this.ready.push(page);
        if (page.length === PAGE_ROWS || this.ended) return;
        await this.end();
      } catch (error) {
        this.failure = error as Error;
        await this.end();
      }
    }));
  }

  private async end(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.source.close();
  }
}

/** A cursor plan otherwise favours the first rows over the whole. */
const SETTINGS = 'SET TRANSACTION READ ONLY; SET LOCAL cursor_tuple_fraction = 1';
const FETCH = `FETCH ${PAGE_ROWS} FROM rows`;

/** Reads the rows of a statement by a cursor in a transaction, which has one snapshot. */
export class RowCursor<Row extends QueryResultRow> implements PageSource<Row> {
  private readonly abandon = (): void => this.cancel(this.client);

  /**
   * @param left Aborted when the caller disconnects.
   * @param cancel Ends what runs on the connection then.
   * @param closed Called once the connection is free again.
   */
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
