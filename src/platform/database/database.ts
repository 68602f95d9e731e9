import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { beginLongRead, LOG_POSITION } from './database.sql.js';
import { CallerLeftError } from '../errors/general.errors.js';
import { CallerShare } from './caller-share.js';
import { cancelRunning, sessionsAtWork } from './cancel.js';
import {
  type ConnectionClass,
  ConnectionGate,
  HOT_SILENCE_MS,
  newGate,
  type PoolLoad,
  silencesOf,
} from './connection-gate.js';
import { ConnectionWatch } from './connection-watch.js';
import { BackgroundJobs } from './jobs/background-jobs.js';
import { TooManyLongReadsError } from './database.errors.js';
import { isTransient, retryTransaction } from './postgres-errors.js';
import { isStatementLost, PreparedStatements } from './prepared-statements.js';
import { Replicas } from './replicas.js';
import { RequestTransaction } from './request-transaction.js';
import { RowCursor, RowPages } from './row-pages.js';
import {
  type AssembledStatement,
  configOf,
  type Statement,
  type StatementCall,
} from './statement.js';
import { release, START, type WatchedClient } from './watched-client.js';

/** How many long reads of a caller may run or wait. */
const LONG_READS_PER_CALLER = 4;

/** The caller of a long read. */
export interface Reader {
  /** Identifies the caller; equal for all of their requests. */
  readonly key: string;
  /** Aborted when the caller disconnects. */
  readonly left: AbortSignal;
}

/**
 * Runs single statements on TypeORM's pool, usually prepared ones. Transactions go through the
 * UnitOfWork.
 */
@Injectable()
export class Database implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly gate: ConnectionGate;
  private readonly watch: ConnectionWatch;
  private readonly silenceMs: Readonly<Record<ConnectionClass, number>>;
  private readonly longReads = new CallerShare(
    { perCaller: LONG_READS_PER_CALLER },
    () => new TooManyLongReadsError(LONG_READS_PER_CALLER),
  );
  readonly replicas: Replicas;
  readonly prepared: PreparedStatements;

  constructor(
    private readonly source: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly jobs: BackgroundJobs,
  ) {
    const { poolMax, limits, preparedStatements } = config.database;
    this.prepared = new PreparedStatements(preparedStatements);
    this.gate = newGate(poolMax, limits);
    this.replicas = new Replicas(config.database, async () => {
      const [position] = await this.run(LOG_POSITION, [], 'hot');
      return position!;
    });
    this.silenceMs = silencesOf(limits);
    this.watch = new ConnectionWatch(this.pool, HOT_SILENCE_MS, {
      cancel: (client) => void cancelRunning(client, config.database.ssl),
      atWork: (sessions) => this.atWork(sessions),
    });
    // TypeORM opened this connection to test the address.
    for (const client of (this.pool as unknown as { _clients: WatchedClient[] })._clients)
      this.watch.add(client);
  }

  /** Ends what jobs still wait for after their time to stop, since the pool would wait as well. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.beforeApplicationShutdown();
    this.watch.endSilentFor(this.silenceMs.background);
  }

  onApplicationShutdown(): Promise<void> {
    this.watch.stop();
    return this.replicas.close();
  }

  /** Runs a prepared statement as its own transaction; retried after a deadlock. */
  run<Row extends object>(statement: Statement<readonly [], Row>): Promise<Row[]>;
  run<Params extends readonly unknown[], Row extends object>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>,
    connections?: ConnectionClass,
  ): Promise<Row[]>;
  async run(
    { name, text }: Statement<never, object>,
    values: readonly unknown[] = [],
    connections: ConnectionClass = 'general',
  ): Promise<object[]> {
    return retryTransaction(async () => {
      const { current } = RequestTransaction;
      const config = { name, text, values: values as unknown[] };
      if (current) return this.within(current, config);
      return (await this.send<QueryResultRow>(connections, config)).rows;
    });
  }

  /**
   * Runs two prepared statements in one round trip, each as its own transaction; the second sees
   * what the first has committed. Both are repeated when the first ends in a deadlock.
   * @param before Runs in the transaction of the first, which sees what others have committed while
   * it waited for locks.
   * @returns The rows of both; `undefined` for those of the second when only that one failed.
   * @throws the error of the first; the second may have run all the same.
   */
  runBoth<First extends object, Second extends object>(
    first: StatementCall<First>,
    second: StatementCall<Second>,
    connections: ConnectionClass,
    before?: StatementCall<object>,
  ): Promise<[First[], Second[] | undefined]> {
    return retryTransaction(
      async () => {
        const { current } = RequestTransaction;
        if (current) return this.bothWithin(current, first, second, before);
        if (!this.gate.tryEnter(connections)) await this.gate.enter(connections);
        try {
          return await this.bothOnce(first, second, connections, before);
        } finally {
          this.gate.leave(connections);
        }
      },
      (error) => isTransient(error) || (before !== undefined && this.prepared.wereLost(error)),
    );
  }

  /**
   * Runs prepared statements one after the other, in one round trip if the request has a
   * transaction.
   * @returns The rows of each.
   */
  async runEach(calls: readonly StatementCall<object>[]): Promise<object[][]> {
    const { current } = RequestTransaction;
    if (current) return (await this.eachWithin(current, calls)).map(rowsOf);
    const rows: object[][] = [];
    for (const { statement, values } of calls)
      rows.push(await this.run(statement, values as never));
    return rows;
  }

  /**
   * Like {@link run}, for statements that may take long and whose result only one caller wants. It
   * is cancelled when the caller disconnects.
   * @throws CallerLeftError
   */
  runFor<Row extends object>(
    reader: Reader,
    statement: Statement<readonly [], Row>,
  ): Promise<Row[]>;
  runFor<Params extends readonly unknown[], Row extends object>(
    reader: Reader,
    statement: Statement<Params, Row>,
    values: NoInfer<Params>,
  ): Promise<Row[]>;
  async runFor(
    { left }: Reader,
    { name, text }: Statement<never, object>,
    values: readonly unknown[] = [],
  ): Promise<object[]> {
    const config = { name, text, values: values as unknown[] };
    return retryTransaction(async () => {
      const { current } = RequestTransaction;
      if (current) return current.query({ text, values: config.values });
      await this.gate.enter('general', left);
      try {
        return await this.prepared.send(config, (one) => this.readOnce(left, one));
      } finally {
        this.gate.leave('general');
      }
    });
  }

  /**
   * Like {@link runFor}, for a list that grows with the instance: reads its rows page by page, from
   * one snapshot.
   * @throws CallerLeftError
   */
  async pagesFor<Params extends readonly unknown[], Row extends object>(
    { left }: Reader,
    { text }: Statement<Params, Row>,
    values: NoInfer<Params>,
  ): Promise<RowPages<Row>> {
    const leave = (): void => this.gate.leave('general');
    return retryTransaction(async () => {
      const { current } = RequestTransaction;
      if (current) return RowPages.of(await current.query<Row>({ text, values: [...values] }));
      await this.gate.enter('general', left);
      const client = await this.connect('general').catch((error: unknown) => {
        leave();
        throw error;
      });
      const cursor = new RowCursor<Row & QueryResultRow>(client, left, this.abandon, leave);
      return RowPages.open(cursor, text, values);
    });
  }

  /**
   * Runs work that needs one pooled connection, such as a transaction, when a connection of its
   * class is available.
   */
  async withPlace<T>(connections: ConnectionClass, work: () => Promise<T>): Promise<T> {
    if (!this.gate.tryEnter(connections)) await this.gate.enter(connections);
    try {
      return await work();
    } finally {
      this.gate.leave(connections);
    }
  }

  /**
   * Runs a statement that a caller can make arbitrarily slow, on a replica or one of a few
   * connections.
   * PostgreSQL cancels it (57014) when it takes too long or the caller disconnects.
   * @throws DatabaseBusyError when the queue is full.
   * @throws TooManyLongReadsError when the caller runs too many.
   */
  longRead<Row extends object>(
    reader: Reader,
    statement: Statement<readonly [], Row> | AssembledStatement<Row>,
  ): Promise<Row[]>;
  longRead<Params extends readonly unknown[], Row extends object>(
    reader: Reader,
    statement: Statement<Params, Row>,
    values: NoInfer<Params>,
  ): Promise<Row[]>;
  async longRead<Row extends object>(
    reader: Reader,
    statement: Statement<never, Row> | AssembledStatement<Row>,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const leave = this.longReads.enter(reader.key);
    try {
      const { left } = reader;
      const config = configOf(statement, values);
      const rows = await this.replicas.tryRead<Row>(this.prepared.configOf(config), left);
      return rows ?? (await this.longReadOnPrimary<Row>(config, left));
    } finally {
      leave();
    }
  }

  get load(): PoolLoad {
    const { totalCount, idleCount, waitingCount } = this.pool;
    const classes = this.gate.loads();
    const waiting = Object.values(classes).reduce((sum, one) => sum + one.waiting, waitingCount);
    return { total: totalCount, idle: idleCount, waiting, classes };
  }

  /**
   * Returns which sessions run a statement; undefined behind a pooler, whose session ids differ
   * from PostgreSQL's.
   */
  private atWork(sessions: readonly number[]): Promise<ReadonlySet<number> | undefined> {
    return this.withPlace('hot', async () => {
      const client = await this.connect('hot');
      return sessionsAtWork(client, sessions);
    });
  }

  private within<Row extends object>(
    request: RequestTransaction,
    config: QueryConfig,
  ): Promise<Row[]> {
    return this.prepared.send(config, (one) => request.query<Row>(one));
  }

  private async bothWithin<First extends object, Second extends object>(
    request: RequestTransaction,
    first: StatementCall<First>,
    second: StatementCall<Second>,
    before: StatementCall<object> | undefined,
  ): Promise<[First[], Second[] | undefined]> {
    const calls = before ? [before, first, second] : [first, second];
    const answers = await this.eachWithin(request, calls);
    const other = answers.pop()!;
    return [
      answers.map(rowsOf).at(-1) as First[],
      other.status === 'fulfilled' ? (other.value as Second[]) : undefined,
    ];
  }

  /**
   * Sends statements of a transaction at once. After one that fails, the others fail as well; those
   * before it remain.
   */
  private async eachWithin(
    request: RequestTransaction,
    calls: readonly StatementCall<object>[],
  ): Promise<PromiseSettledResult<object[]>[]> {
    const configs = calls.map(({ statement, values }) => configOf(statement, values));
    const answers = await request.queryEach(
      configs.map((config) => this.prepared.configOf(config)),
    );
    const failed = answers.findIndex(({ status }) => status === 'rejected');
    const failure = answers[failed] as PromiseRejectedResult | undefined;
    if (!isStatementLost(failure?.reason)) return answers;
    this.prepared.learn(failure?.reason);
    const rest = configs.slice(failed).map(({ text, values }) => ({ text, values }));
    return [...answers.slice(0, failed), ...(await request.queryEach(rest))];
  }

  private async send<T extends QueryResultRow>(
    connections: ConnectionClass,
    config: QueryConfig,
  ): Promise<QueryResult<T>> {
    if (!this.gate.tryEnter(connections)) await this.gate.enter(connections);
    try {
      return await this.prepared.send(config, (one) => this.sendOnce<T>(connections, one));
    } finally {
      this.gate.leave(connections);
    }
  }

  private async sendOnce<T extends QueryResultRow>(
    connections: ConnectionClass,
    config: QueryConfig,
  ): Promise<QueryResult<T>> {
    const client = await this.connect(connections);
    try {
      const isJob = connections === 'background';
      const result = await (isJob ? client.queryBriefly<T>(config) : client.query<T>(config));
      release(client);
      return result;
    } catch (error) {
      release(client, error);
      throw error;
    }
  }

  private async bothOnce<First extends object, Second extends object>(
    first: StatementCall<First>,
    second: StatementCall<Second>,
    connections: ConnectionClass,
    before: StatementCall<object> | undefined,
  ): Promise<[First[], Second[] | undefined]> {
    const client = await this.connect(connections);
    const query = async (config: QueryConfig | string): Promise<object[]> =>
      (await client.query<QueryResultRow>(config as QueryConfig)).rows;
    const ask = ({ statement, values }: StatementCall<object>): Promise<object[]> =>
      this.prepared.send(configOf(statement, values), query);
    const askWithin = ({ statement, values }: StatementCall<object>): Promise<object[]> =>
      query(this.prepared.configInTransaction(configOf(statement, values)));
    const answers = await Promise.allSettled(
      client.together(() => [
        ...(before
          ? [query(START), askWithin(before), askWithin(first), query('COMMIT')]
          : [ask(first)]),
        ask(second),
      ]),
    );
    const failed = answers.find(({ status }) => status === 'rejected');
    release(client, (failed as PromiseRejectedResult | undefined)?.reason);
    const other = answers.pop()!;
    const rows = answers.map(rowsOf);
    return [
      rows[before ? 2 : 0] as First[],
      other.status === 'fulfilled' ? (other.value as Second[]) : undefined,
    ];
  }

  private async readOnce<T extends QueryResultRow>(
    left: AbortSignal,
    config: QueryConfig,
  ): Promise<T[]> {
    const client = await this.connect('general');
    try {
      const { rows } = await this.whileThere(client, left, () => client.query<T>(config));
      release(client, left.aborted ? new CallerLeftError() : undefined);
      return rows;
    } catch (error) {
      release(client, error);
      throw error;
    }
  }

  private async longReadOnPrimary<T extends object>(
    config: QueryConfig,
    left: AbortSignal,
  ): Promise<T[]> {
    await this.gate.enter('longRead', left);
    try {
      return await this.prepared.send(config, (one) => this.read<T>(left, one));
    } finally {
      this.gate.leave('longRead');
    }
  }

  private async read<T extends object>(left: AbortSignal, config: QueryConfig): Promise<T[]> {
    const client = await this.connect('longRead');
    try {
      return await this.whileThere(client, left, async () => {
        await client.query(beginLongRead(this.config.database.limits.longReadMs));
        return (await client.query<T & QueryResultRow>(config)).rows;
      });
    } finally {
      // A connection that could not be rolled back or is being cancelled must not be reused.
      const failure = left.aborted
        ? new CallerLeftError()
        : await client.query('ROLLBACK').then(
            () => undefined,
            (error: unknown) => error,
          );
      release(client, failure);
    }
  }

  /**
   * Works on a connection until the caller disconnects. The cancel request may arrive late, so the
   * connection must not be reused then.
   * @throws CallerLeftError
   */
  private async whileThere<T>(
    client: WatchedClient,
    left: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const abandon = (): void => this.abandon(client);
    left.addEventListener('abort', abandon, { once: true });
    try {
      if (left.aborted) throw new CallerLeftError();
      return await work();
    } catch (error) {
      throw left.aborted ? new CallerLeftError() : error;
    } finally {
      left.removeEventListener('abort', abandon);
    }
  }

  /** Ends what runs on a connection, which cannot be used afterwards. */
  private readonly abandon = (client: WatchedClient): void =>
    void cancelRunning(client, this.config.database.ssl).then(() =>
      client.destroy('the caller has disconnected'),
    );

  /** Takes a connection from the pool; the gate must have left room for it. */
  async connect(connections: ConnectionClass): Promise<WatchedClient & PoolClient> {
    const client = (await this.pool.connect()) as WatchedClient & PoolClient;
    client.silenceMs = this.silenceMs[connections];
    return client;
  }

  /** TypeORM's pool, so that one setting bounds all connections. */
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}

/** @throws the error of a statement that failed. */
function rowsOf(answer: PromiseSettledResult<object[]>): object[] {
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}
