import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import type { Within } from '../tracing/tracing.js';
import { sharesOf } from './connection-gate.js';
import { Database } from './database.js';
import { type PipelinePlace, Pipelines } from './pipelines.js';
import { release } from './release.js';
import { RequestTransaction } from './request-transaction.js';
import { configOf, type Statement, type StatementCall } from './statement.js';

/** A statement that is sent once on behalf of several requests. */
export interface CallOfRequests<Row extends object> {
  readonly call: StatementCall<Row>;
  readonly requests: readonly Within[];
}

/** Runs a statement on a connection before others use it. */
export type Run = <Row extends object>(call: StatementCall<Row>) => Promise<Row[]>;

/** Locks are hardly waited for: without preparation, a connection is only slower at first. */
const BEGIN = "BEGIN; SET LOCAL lock_timeout = '50ms'";

/**
 * Runs statements of the hot path that take about a millisecond on a few connections that all
 * callers share (ADR 16). A slow statement there would hold up the callers after it.
 */
@Injectable()
export class ShortStatements implements BeforeApplicationShutdown {
  private readonly pipelines: Pipelines;
  private preparation: ((run: Run) => Promise<void>) | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { database: { poolMax, limits } }: Config,
  ) {
    const { pipelines } = sharesOf(poolMax, limits.longReads, limits.pipelines);
    this.pipelines = new Pipelines(pipelines, () => this.connect());
  }

  /** Connections go back to the pool before TypeORM closes it. */
  beforeApplicationShutdown(): void {
    this.pipelines.close();
  }

  /** Number of shared connections that are open, and of calls in progress on them. */
  get load(): { connections: number; calls: number } {
    return this.pipelines.load;
  }

  /**
   * Runs a read, like {@link Database.run}. When it fails or its connection stalls, it is repeated
   * on a connection of the pool.
   */
  read<Params extends readonly unknown[], Row extends object>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>,
  ): Promise<Row[]> {
    if (RequestTransaction.current) return this.database.run(statement, values);
    return new Promise((resolve, reject) => {
      let isMoved = false;
      const move = (): void => {
        if (!isMoved) void this.database.run(statement, values, 'hot').then(resolve, reject);
        isMoved = true;
      };
      const place = this.pipelines.tryJoin(move);
      if (!place) return move();
      this.ask(place, { statement: statement as Statement<never, Row>, values })
        .finally(() => place.leave())
        .then(resolve, move);
    });
  }

  /**
   * Sends a statement and others that follow it, each as its own transaction, in one round trip.
   * The others see what the first has committed. Repeats nothing. All must be short and hardly wait
   * for locks.
   * @returns undefined when no shared connection has room; nothing was sent then.
   */
  trySend<First extends object, Other extends object>(
    first: CallOfRequests<First>,
    others: readonly CallOfRequests<Other>[],
  ): { first: Promise<First[]>; others: Promise<Other[]>[] } | undefined {
    const place = RequestTransaction.current ? undefined : this.pipelines.tryJoin();
    if (!place) return undefined;
    const send = <Row extends object>({ call, requests }: CallOfRequests<Row>) =>
      this.ask(place, call, requests);
    const sent = { first: send(first), others: others.map(send) };
    void Promise.allSettled([sent.first, ...sent.others]).finally(() => place.leave());
    return sent;
  }

  /**
   * Opens the shared connections, and does the work on each of them before others use it, also when
   * it is opened again. What the work changes is undone.
   */
  prepareWith(work: (run: Run) => Promise<void>): Promise<void> {
    this.preparation = work;
    return this.pipelines.openAll();
  }

  private async connect(): ReturnType<Database['connect']> {
    const client = await this.database.connect('hot');
    const { preparation } = this;
    if (!preparation) return client;
    const { prepared } = this.database;
    try {
      await client.query(BEGIN);
      await preparation(async <Row extends object>({ statement, values }: StatementCall<Row>) => {
        const { rows } = await client.query(prepared.configOf(configOf(statement, values)));
        return rows as Row[];
      });
    } catch {
      this.preparation = undefined; // It would only delay the next connection.
    }
    try {
      await client.query('ROLLBACK');
    } catch (error) {
      release(client, error as Error);
      throw error;
    }
    return client;
  }

  private ask<Row extends object>(
    place: PipelinePlace,
    { statement, values }: StatementCall<Row>,
    requests?: readonly Within[],
  ): Promise<Row[]> {
    const { prepared } = this.database;
    return place
      .query<Row>(prepared.configOf(configOf(statement, values)), requests)
      .catch((error: unknown) => {
        prepared.learn(error);
        throw error;
      });
  }
}
