import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { TooManyLongReadsError } from './database.errors.js';
import { CallerLeftError } from '../errors/general.errors.js';
import { cancelRunning } from './cancel.js';
import {
  type ClassLoad,
  type ConnectionClass,
  ConnectionGate,
  sharesOf,
} from './connection-gate.js';
import { ConnectionWatch } from './connection-watch.js';
import { retryTransaction } from './retry.js';
import type { WatchedClient } from './watched-client.js';

/**
 * A statement that PostgreSQL parses and plans once per connection. Give each a name of its own:
 * the name is what PostgreSQL keeps the plan under.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Who asks for a long read. */
export interface Reader {
  /** The same for all requests of one caller. */
  readonly key: string;
  /** Aborts when the caller disconnects. */
  readonly left: AbortSignal;
}

/** A statement on the hot path is answered within this time by any server that is there. */
const HOT_SILENCE_MS = 5_000;
const SNAPSHOT_SILENCE_MS = 30_000;
/** Work of the service itself, for which nobody waits, may have much to catch up on. */
const BACKGROUND_SILENCE_MS = 30 * 60_000;
/**
 * By how much a limit of this service is later than the same limit of PostgreSQL, which breaks off
 * more gently.
 */
const MARGIN_MS = 2_000;
/** How long one caller waits for a connection at most, and how many do. */
const HOT_QUEUE = { most: 1_000, milliseconds: 2_000 };
const SNAPSHOT_QUEUE = { most: 1_000, milliseconds: 30_000 };
const GENERAL_QUEUE = { most: 200, milliseconds: 5_000 };
const LONG_READ_QUEUE_MS = 10_000;
const BACKGROUND_QUEUE = { most: 100, milliseconds: 60_000 };
/** How many long reads one caller may have at the same time, running and waiting. */
const LONG_READS_PER_CALLER = 4;

const AT_WORK: Statement = {
  name: 'sessions-at-work',
  text: /* sql */ `
    SELECT pg_backend_pid() AS own, ARRAY(SELECT a.pid FROM pg_stat_activity a WHERE a.pid = ANY ($1::int[]) AND a.state = 'active') AS working`,
};

/**
 * Error classes after which a connection goes on to work: those that PostgreSQL refuses a statement
 * with. All others, such as the end of the session (57P) or of the network (08, or a code of the
 * system like `EPIPE`), end the connection.
 */
const REFUSED_STATEMENT = /^(?!57P|08|25P0[34]|E)[0-9A-Z]{5}$/;

/**
 * A statement is prepared that should not be yet, or the other way round: sessions are not this
 * service's own, as behind a pooler that hands them out by transaction. PostgreSQL says so before
 * it runs anything.
 */
const NOT_OUR_SESSION = /^(42P05|26000)$/;

const SHARED_SESSIONS =
  'The sessions of PostgreSQL do not keep prepared statements, as behind a pooler in transaction mode: from now on statements are sent unprepared, which takes longer.';

/**
 * The pool behind TypeORM, for what is read or written by one prepared statement. Everything else
 * goes through the UnitOfWork.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly gate: ConnectionGate;
  private readonly watch: ConnectionWatch;
  private readonly silenceMs: Readonly<Record<ConnectionClass, number>>;
  private readonly readers = new Map<string, number>();
  private readonly log = new Logger(Database.name);
  /** Whether sessions keep the statements that were prepared on them. */
  private keepsStatements = true;

  constructor(
    private readonly source: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { poolMax, limits } = config.database;
    this.gate = new ConnectionGate(sharesOf(poolMax, limits.longReads), {
      hot: HOT_QUEUE,
      snapshot: SNAPSHOT_QUEUE,
      general: GENERAL_QUEUE,
      longRead: { most: limits.longReadQueue, milliseconds: LONG_READ_QUEUE_MS },
      background: BACKGROUND_QUEUE,
    });
    this.silenceMs = {
      hot: HOT_SILENCE_MS,
      snapshot: SNAPSHOT_SILENCE_MS,
      general: limits.statementMs + MARGIN_MS,
      longRead: limits.longReadMs + MARGIN_MS,
      background: BACKGROUND_SILENCE_MS,
    };
    this.watch = new ConnectionWatch(this.pool, HOT_SILENCE_MS, {
      cancel: (client) => void cancelRunning(client, config.database.ssl),
      atWork: (sessions) => this.atWork(sessions),
    });
    // TypeORM has opened one to find out whether it can.
    for (const client of (this.pool as unknown as { _clients: WatchedClient[] })._clients)
      this.watch.add(client);
  }

  onApplicationShutdown(): void {
    this.watch.stop();
  }

  /**
   * Runs a prepared statement outside any transaction of ours: it is one by itself, and is repeated
   * like one that meets a deadlock.
   */
  async run<T extends QueryResultRow>(
    statement: Statement,
    values: unknown[] = [],
    connections: ConnectionClass = 'general',
  ): Promise<T[]> {
    const result = await retryTransaction(() =>
      this.send<T>(connections, { name: statement.name, text: statement.text, values }),
    );
    return result.rows;
  }

  /** Runs a statement that is not prepared. */
  async query<T extends QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const result = await this.send<T>('general', { text, values });
    return result.rows;
  }

  /**
   * Does work that takes one connection of the pool, such as a transaction, when it is its turn.
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
   * Runs a statement that a caller can make arbitrarily slow, on one of few connections. PostgreSQL
   * breaks it off (57014) when it takes too long, and when the caller disconnects.
   * @throws DatabaseBusyError when too many wait. @throws TooManyLongReadsError when too many of
   * them are the caller's.
   */
  async longRead<T extends QueryResultRow>(
    reader: Reader,
    statement: Omit<Statement, 'name'> & { name?: string },
    values: unknown[] = [],
  ): Promise<T[]> {
    const { readers } = this;
    const begun = readers.get(reader.key) ?? 0;
    if (begun >= LONG_READS_PER_CALLER) throw new TooManyLongReadsError(LONG_READS_PER_CALLER);
    readers.set(reader.key, begun + 1);
    try {
      await this.gate.enter('longRead', reader.left);
      try {
        return await this.prepared({ ...statement, values }, (config) =>
          this.read<T>(reader.left, config),
        );
      } finally {
        this.gate.leave('longRead');
      }
    } finally {
      const left = readers.get(reader.key)! - 1;
      if (left > 0) readers.set(reader.key, left);
      else readers.delete(reader.key);
    }
  }

  /**
   * How many connections there are, how many of them have nothing to do, and how many callers wait
   * for one.
   */
  get load(): {
    total: number;
    idle: number;
    waiting: number;
    classes: Record<ConnectionClass, ClassLoad>;
  } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    const classes = {
      hot: this.gate.load('hot'),
      snapshot: this.gate.load('snapshot'),
      general: this.gate.load('general'),
      longRead: this.gate.load('longRead'),
      background: this.gate.load('background'),
    };
    const waiting = Object.values(classes).reduce((sum, one) => sum + one.waiting, waitingCount);
    return { total: totalCount, idle: idleCount, waiting, classes };
  }

  /**
   * Which sessions are at work; undefined behind a pooler, which gives sessions other numbers than
   * PostgreSQL does.
   */
  private atWork(sessions: readonly number[]): Promise<ReadonlySet<number> | undefined> {
    return this.withPlace('hot', async () => {
      const client = await this.connect('hot');
      try {
        const { rows } = await client.query<{ own: number; working: number[] }>({
          ...AT_WORK,
          values: [sessions],
        });
        release(client);
        return rows[0]!.own === client.session ? new Set(rows[0]!.working) : undefined;
      } catch (error) {
        release(client, error);
        throw error;
      }
    });
  }

  private async send<T extends QueryResultRow>(
    connections: ConnectionClass,
    config: QueryConfig,
  ): Promise<QueryResult<T>> {
    if (!this.gate.tryEnter(connections)) await this.gate.enter(connections);
    try {
      return await this.prepared(config, (one) => this.sendOnce<T>(connections, one));
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
      const result = await client.query<T>(config);
      release(client);
      return result;
    } catch (error) {
      release(client, error);
      throw error;
    }
  }

  /**
   * Sends a prepared statement; once sessions have turned out to keep none, this and all later ones
   * are sent unprepared.
   */
  private prepared<T>(config: QueryConfig, send: (config: QueryConfig) => Promise<T>): Promise<T> {
    const { name, ...unprepared } = config;
    if (!this.keepsStatements || name === undefined) return send(unprepared);
    return send(config).catch((error: unknown) => {
      if (!NOT_OUR_SESSION.test((error as { code?: string }).code ?? '')) throw error;
      if (this.keepsStatements) this.log.warn(SHARED_SESSIONS);
      this.keepsStatements = false;
      return send(unprepared);
    });
  }

  private async read<T extends QueryResultRow>(
    left: AbortSignal,
    config: QueryConfig,
  ): Promise<T[]> {
    const client = await this.connect('longRead');
    // A request to break off may arrive late, so the connection is not used for anything else.
    const abandon = (): void =>
      void cancelRunning(client, this.config.database.ssl).then(() =>
        client.destroy('the caller has left'),
      );
    left.addEventListener('abort', abandon, { once: true });
    try {
      if (left.aborted) throw new CallerLeftError();
      await client.query(
        `BEGIN READ ONLY; SET LOCAL statement_timeout = ${this.config.database.limits.longReadMs}`,
      );
      const { rows } = await client.query<T>(config);
      return rows;
    } catch (error) {
      throw left.aborted ? new CallerLeftError() : error;
    } finally {
      left.removeEventListener('abort', abandon);
      // What could not be rolled back, or is being broken off, must not be handed to the next one.
      const failure = left.aborted
        ? new CallerLeftError()
        : await client.query('ROLLBACK').then(
            () => undefined,
            (error: unknown) => error,
          );
      release(client, failure);
    }
  }

  private async connect(connections: ConnectionClass): Promise<WatchedClient & PoolClient> {
    const client = (await this.pool.connect()) as WatchedClient & PoolClient;
    client.silenceMs = this.silenceMs[connections];
    return client;
  }

  /** TypeORM's own pool, so that the configured size bounds all connections together. */
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}

/** Gives a connection back to the pool, or ends it when it has failed. */
function release(client: WatchedClient & PoolClient, failure?: unknown): void {
  const { code = '' } = (failure ?? {}) as { code?: string };
  client.resetLimit();
  client.release(
    failure === undefined || REFUSED_STATEMENT.test(code) ? undefined : (failure as Error),
  );
}
