import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { PoolClient, QueryConfig, QueryResultRow } from 'pg';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import type { Within } from '../tracing/tracing.js';
import { sharesOf } from './connection-gate.js';
import { Database } from './database.js';
import { RequestTransaction } from './request-transaction.js';
import { configOf, type Statement, type StatementCall } from './statement.js';
import { release, type WatchedClient } from './watched-client.js';

/** Upper bound on calls in progress per connection. */
const MAX_CALLS = 16;
/** A connection that has answered nothing for this long gets no further calls. */
const STALLED_MS = 50;
/** After this time without an answer, reads are repeated elsewhere. */
const MOVE_MS = 200;
/** Pause after a failed attempt to connect. */
const RECONNECT_MS = 1_000;

type PooledClient = WatchedClient & PoolClient;

/** Statements that are sent together. */
interface Call {
  /** Repeats the call on another connection; only calls that read have it. */
  readonly move: (() => void) | undefined;
}

/** One connection that all callers share. */
interface Pipeline {
  client: PooledClient | undefined;
  readonly calls: Set<Call>;
  /** Time of the last answer, or of the first call when none was in progress. */
  answeredAt: number;
  /** Time before which no connection is opened. */
  connectsAt: number;
}

/** A place on a shared connection. */
interface PipelinePlace {
  /**
   * Sends a statement without waiting for the statements before it.
   * @param requests Those on whose behalf it is sent, unless it is only the current one.
   */
  query<Row extends object>(config: QueryConfig, requests?: readonly Within[]): Promise<Row[]>;
  /** Must be called when all statements of the call have been answered. */
  leave(): void;
}

/**
 * A few connections on which the statements of all callers follow each other without waiting for
 * answers. That takes fewer system calls than a connection for each caller. PostgreSQL runs the
 * statements of a connection one after the other, each as its own transaction, so only short ones
 * that hardly wait for locks may use them. When none has room, callers use the pool.
 */
class Pipelines {
  private readonly pipelines: Pipeline[];
  private closed = false;
  private timer: NodeJS.Timeout | undefined;

  /** @param connect Takes a connection from the pool. */
  constructor(
    size: number,
    private readonly connect: () => Promise<PooledClient>,
  ) {
    this.pipelines = Array.from({ length: size }, () => ({
      client: undefined,
      calls: new Set<Call>(),
      answeredAt: 0,
      connectsAt: 0,
    }));
  }

  /** Number of open connections and of calls in progress. */
  get load(): { connections: number; calls: number } {
    return {
      connections: this.pipelines.filter(({ client }) => client).length,
      calls: this.pipelines.reduce((sum, { calls }) => sum + calls.size, 0),
    };
  }

  /**
   * Takes a place on the connection with the fewest calls.
   * @param move Called when the connection stalls, so that a read can be repeated elsewhere.
   * @returns undefined when no connection has room; then the caller uses the pool.
   */
  tryJoin(move?: () => void): PipelinePlace | undefined {
    const now = performance.now();
    let best: Pipeline | undefined;
    for (const pipeline of this.pipelines) {
      if (!pipeline.client) void this.open(pipeline, now);
      else if (hasRoom(pipeline, now) && pipeline.calls.size < (best?.calls.size ?? Infinity))
        best = pipeline;
    }
    return best && !this.closed ? this.join(best, { move }, now) : undefined;
  }

  /** Opens all connections. */
  async openAll(): Promise<void> {
    const now = performance.now();
    const absent = this.pipelines.filter(({ client }) => !client);
    await Promise.all(absent.map((one) => this.open(one, now)));
  }

  /** Returns each connection to the pool as soon as its calls are answered. */
  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    for (const pipeline of this.pipelines) this.returnIfDone(pipeline);
  }

  private join(pipeline: Pipeline, call: Call, now: number): PipelinePlace {
    const client = pipeline.client!;
    if (pipeline.calls.size === 0) pipeline.answeredAt = now;
    pipeline.calls.add(call);
    client.collect();
    return {
      query: async <Row extends object>(
        config: QueryConfig,
        requests?: readonly Within[],
      ): Promise<Row[]> => {
        const send = () => client.query<Row & QueryResultRow>(config);
        const { rows } = await (requests ? client.sendFor(requests, config, send) : send());
        return rows;
      },
      leave: () => {
        pipeline.calls.delete(call);
        pipeline.answeredAt = performance.now();
        this.returnIfDone(pipeline);
      },
    };
  }

  /** Opens a connection in the background. */
  private async open(pipeline: Pipeline, now: number): Promise<void> {
    if (this.closed || now < pipeline.connectsAt) return;
    pipeline.connectsAt = Infinity;
    // eslint-disable-next-line no-restricted-globals -- Looks for stalled connections, not a job.
    this.timer ??= setInterval(() => this.moveStalled(), MOVE_MS / 4).unref();
    await this.connect()
      .then((client) => {
        pipeline.client = client;
        client.once('end', () => this.returnIfDone(pipeline));
        if (this.closed) this.returnIfDone(pipeline);
      })
      .catch(() => undefined)
      .finally(() => (pipeline.connectsAt = performance.now() + RECONNECT_MS));
  }

  /** Returns a connection that is broken, or no longer needed, once nobody waits for it. */
  private returnIfDone(pipeline: Pipeline): void {
    const { client, calls } = pipeline;
    if (!client || calls.size > 0 || (client.isUsable && !this.closed)) return;
    pipeline.client = undefined;
    release(client, client.isUsable ? undefined : new Error('Connection terminated'));
  }

  private moveStalled(): void {
    const now = performance.now();
    for (const { calls, answeredAt } of this.pipelines)
      if (calls.size > 0 && now - answeredAt > MOVE_MS) for (const { move } of calls) move?.();
  }
}

function hasRoom({ client, calls, answeredAt }: Pipeline, now: number): boolean {
  if (calls.size >= MAX_CALLS || !client?.isUsable) return false;
  return calls.size === 0 || now - answeredAt < STALLED_MS;
}

/** A statement that is sent once on behalf of several requests. */
interface CallOfRequests<Row extends object> {
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
