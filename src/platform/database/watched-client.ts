import type { Duplex } from 'node:stream';
import {
  Client,
  type ClientConfig,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import { tracing, type Within } from '../tracing/tracing.js';
import type { DatabaseAddress } from './data-source.js';
import { sessionWithoutTimeLimits } from './time-limits.js';

/** The name that {@link statement} writes before a statement, also after DECLARE of a cursor. */
const NAME = /^.{0,60}?\/\* ([a-z0-9.-]+) \*\//s;
/** What TypeORM writes for a repository. Values are parameters, so they are not part of it. */
const COMMAND = /^\s*([A-Za-z]+)(?:\s+(?:(?:INTO|FROM)\s+)?"(\w+)")?/;

/**
 * The name of a statement, or its command and table if it has none, such as `INSERT project`. It
 * contains no values.
 */
function labelOf(statement: unknown): string {
  if (typeof statement === 'string') return labelOfText(statement);
  const { name, text } = (statement ?? {}) as { name?: unknown; text?: unknown };
  if (typeof name === 'string') return name;
  return typeof text === 'string' ? labelOfText(text) : 'statement';
}

function labelOfText(text: string): string {
  const [, name] = NAME.exec(text) ?? [];
  if (name !== undefined) return name;
  const [, command = 'statement', table] = COMMAND.exec(text) ?? [];
  return table === undefined ? command.toUpperCase() : `${command.toUpperCase()} ${table}`;
}

/** Bytes of a response that are parsed before other work may run; they take a few milliseconds. */
const TURN_BYTES = 128 * 1024;

/**
 * Yields to other work while a long response arrives. Node.js reads up to 2 MiB at once, and all
 * rows in it would otherwise be parsed in one turn of the event loop. For the short responses of
 * the hot path this costs one addition.
 */
export function readInTurns(stream: Duplex): void {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes < TURN_BYTES) return;
    bytes = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}

/** The class of the codes of notices that triggers of this service send to it. */
const OWN_NOTICES = 'FF';

/** How transactions begin, with the limits that the connection is given. */
export const START = 'START TRANSACTION';
/** With the isolation that the statements rely on, whatever the default of the server is. */
const START_READ_COMMITTED = `${START} ISOLATION LEVEL READ COMMITTED`;
const START_WITH_BRIEF_LOCKS = `${START}; SET LOCAL lock_timeout = '2s'`;
/** How long a connection may take to end before it is destroyed. */
const CLOSE_TIMEOUT_MS = 2_000;

/** PostgreSQL's limits per transaction, in milliseconds; 0 for none. */
export interface TransactionLimits {
  statementMs: number;
  lockMs: number;
  idleMs: number;
}

/** Options of a {@link WatchedClient} beyond those of `pg`. */
interface WatchedClientConfig extends ClientConfig {
  /** The statement with which TypeORM's transactions begin. */
  startTransaction?: string;
  /** How long PostgreSQL may stay silent while a statement runs, unless changed for a statement. */
  silenceMs?: number;
  /**
   * Whether time limits of the role and the server are disabled in the session, as for migrations.
   */
  isUnlimited?: boolean;
}

/**
 * BEGIN with limits, so that PostgreSQL ends a transaction that is abandoned or waits too long. The
 * limits are local to the transaction, because a pooler may give the session to another client.
 */
export function startTransactionWithin({ statementMs, lockMs, idleMs }: TransactionLimits): string {
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  };
  return [
    START_READ_COMMITTED,
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${Math.trunc(value)}`),
    // Sessions that a pooler opened before the first start of the service still compile.
    'SET LOCAL jit = off',
  ].join('; ');
}

/** The option of `pg` for TLS. */
export function tlsOf(ssl: DatabaseAddress['ssl']): false | { rejectUnauthorized: boolean } {
  return ssl !== false && { rejectUnauthorized: ssl === 'verify' };
}

/** Internals of `pg` that are used here. */
interface Internals {
  connection: { stream: Duplex & { bytesRead?: number } };
  readyForQuery?: boolean;
  _queryable: boolean;
  _ending: boolean;
  processID: number | null;
}

/** A PostgreSQL connection that a {@link ConnectionWatch} can recognise as dead. */
export class WatchedClient extends Client {
  /** How long PostgreSQL may stay silent while a statement runs. */
  silenceMs: number;
  private readonly usualSilenceMs: number;
  private readonly startTransaction: string;
  private isCollecting = false;
  /** Details of notices of this service's own classes, by code. */
  private noted = new Map<string, Set<string>>();

  constructor(config: WatchedClientConfig = {}) {
    // Several statements can be sent at once; see {@link together}.
    super({ ...config, pipeline: true });
    this.startTransaction = config.startTransaction ?? START_READ_COMMITTED;
    this.silenceMs = this.usualSilenceMs = config.silenceMs ?? Infinity;
    // A session can end between two statements; without a listener the error would end the process.
    this.on('error', () => undefined);
    this.on('notice', ({ code, detail }) => this.note(code, detail));
    this.once('connect', () => {
      readInTurns(this.internals.connection.stream);
      // Sent before the first statement of the caller that waits for the connection.
      if (config.isUnlimited)
        void super.query(sessionWithoutTimeLimits(this.session)).catch(() => undefined);
    });
  }

  /** Whether a statement is running. */
  get isAsked(): boolean {
    return (this as unknown as Internals).readyForQuery === false;
  }

  /** Whether statements can be sent: the connection is neither broken nor being closed. */
  get isUsable(): boolean {
    const { _queryable: isQueryable, _ending: isEnding, connection } = this.internals;
    return isQueryable && !isEnding && !connection.stream.destroyed;
  }

  /** Whether triggers have noted something since {@link takeNoted}. */
  get hasNoted(): boolean {
    return this.noted.size > 0;
  }

  /** What triggers of this service have noted: the details of their notices, by code. */
  takeNoted(): ReadonlyMap<string, ReadonlySet<string>> {
    const { noted } = this;
    if (noted.size > 0) this.noted = new Map();
    return noted;
  }

  private note(code = '', detail = ''): void {
    if (!code.startsWith(OWN_NOTICES)) return;
    const details = this.noted.get(code);
    if (details) details.add(detail);
    else this.noted.set(code, new Set([detail]));
  }

  /** The process id under which PostgreSQL, or a pooler, knows the session. */
  get session(): number {
    return this.internals.processID ?? 0;
  }

  get bytesRead(): number {
    return this.internals.connection.stream.bytesRead ?? 0;
  }

  /** Sends the statements that `send` queries with in one packet where possible. */
  together<T>(send: () => T): T {
    const { stream } = this.internals.connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  /** Runs a statement that gives up when others hold a lock for long, for jobs, which repeat it. */
  async queryBriefly<T extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<T>> {
    const [begun, answer, committed] = await Promise.allSettled(
      this.together(() => [
        this.query(START_WITH_BRIEF_LOCKS),
        this.query<T>(config),
        this.query('COMMIT'),
      ]),
    );
    for (const one of [begun, answer, committed]) if (one?.status === 'rejected') throw one.reason;
    return (answer as PromiseFulfilledResult<QueryResult<T>>).value;
  }

  /** Sends what is queried during this turn of the event loop in one packet where possible. */
  collect(): void {
    if (this.isCollecting) return;
    this.isCollecting = true;
    const { stream } = this.internals.connection;
    stream.cork();
    setImmediate(() => {
      this.isCollecting = false;
      stream.uncork();
    });
  }

  /** Sends a statement once on behalf of several requests, with a span in the trace of each. */
  sendFor<T>(
    [first, ...others]: readonly Within[],
    statement: QueryConfig,
    send: () => Promise<T>,
  ): Promise<T> {
    const sent = first ? first(send) : send();
    const { current } = tracing;
    if (current)
      for (const within of others)
        void within(() => current.statement(labelOf(statement), this, () => sent)).catch(() => {});
    return sent;
  }

  /** Restores the default limit before the connection is reused. */
  resetLimit(): void {
    this.silenceMs = this.usualSilenceMs;
  }

  /** Destroys the socket, so that a waiting statement fails at once. */
  destroy(reason: string): void {
    const { stream } = this.internals.connection;
    if (!stream.destroyed) stream.destroy(new Error(`Connection terminated: ${reason}`));
  }

  /**
   * Every statement passes here, and gets its span. Replaces the BEGIN of TypeORM by one with
   * limits, which saves a round trip.
   */
  override readonly query = ((first: unknown, ...rest: unknown[]): unknown => {
    const statement = first === START ? this.startTransaction : first;
    const send = (): unknown => call(super.query, this, statement, ...rest);
    const { current } = tracing;
    return current ? current.statement(labelOf(statement), this, send) : send();
  }) as Client['query'];

  override readonly end = ((...callback: unknown[]): unknown => {
    setTimeout(
      () => this.destroy('the server did not close the connection in time'),
      CLOSE_TIMEOUT_MS,
    ).unref();
    return call(super.end, this, ...callback);
  }) as Client['end'];

  private get internals(): Internals {
    return this as unknown as Internals;
  }
}

/** Calls an overloaded method of `pg` with unchanged arguments. */
function call(method: unknown, client: Client, ...given: unknown[]): unknown {
  return (method as (...all: unknown[]) => unknown).call(client, ...given);
}

/**
 * SQLSTATE classes of refused statements, after which a connection remains usable. After any other
 * error, such as the end of the session (57P) or a network error (08, or a system code such as
 * `EPIPE`), the connection is closed.
 */
const REFUSED_STATEMENT = /^(?!57P|08|25P0[34]|E)[0-9A-Z]{5}$/;

/** Returns a connection to the pool, or closes it after a failure. */
export function release(client: WatchedClient & PoolClient, failure?: unknown): void {
  const { code = '' } = (failure ?? {}) as { code?: string };
  client.resetLimit();
  client.release(
    failure === undefined || REFUSED_STATEMENT.test(code) ? undefined : (failure as Error),
  );
}
