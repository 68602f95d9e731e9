import type { Duplex } from 'node:stream';
import { Client, type ClientConfig } from 'pg';
import { readInTurns } from './read-in-turns.js';

const START = 'START TRANSACTION';
/** How long a connection has to say goodbye before it is cut. */
const PARTING_MS = 2_000;

/** Limits of PostgreSQL on each transaction, in milliseconds; 0 for none. */
export interface TransactionLimits {
  statementMs: number;
  lockMs: number;
  idleMs: number;
}

/** What a {@link WatchedClient} needs besides what every client does. */
export interface WatchedClientConfig extends ClientConfig {
  /** How each transaction begins that TypeORM starts. */
  startTransaction?: string;
  /**
   * For how long PostgreSQL may stay silent while a statement runs, unless whoever uses the
   * connection says otherwise.
   */
  silenceMs?: number;
}

/**
 * A transaction that PostgreSQL ends by itself when this service has gone, or waits for too long.
 * The settings are of this one transaction, because a pooler in between may give the session to
 * somebody else afterwards.
 */
export function startTransactionWithin({ statementMs, lockMs, idleMs }: TransactionLimits): string {
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  };
  return [
    START,
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${Math.trunc(value)}`),
  ].join('; ');
}

/** What the library keeps of a connection, as far as it is needed here. */
interface Internals {
  connection: { stream: Duplex & { bytesRead?: number } };
  readyForQuery?: boolean;
  processID: number | null;
}

/** A connection to PostgreSQL that an {@link ConnectionWatch} can tell to be dead. */
export class WatchedClient extends Client {
  /** For how long PostgreSQL may stay silent while a statement runs. */
  silenceMs: number;
  private readonly usualSilenceMs: number;
  private readonly startTransaction: string;

  constructor(config: WatchedClientConfig = {}) {
    super(config);
    this.startTransaction = config.startTransaction ?? START;
    this.silenceMs = this.usualSilenceMs = config.silenceMs ?? Infinity;
    // A session can end at any time, also between two statements: without a listener that would end
    // the process.
    this.on('error', () => undefined);
    this.once('connect', () => readInTurns(this.internals.connection.stream));
  }

  /** Whether PostgreSQL has been asked something and has not finished its answer. */
  get isAsked(): boolean {
    return (this as unknown as Internals).readyForQuery === false;
  }

  /** By which number PostgreSQL, or a pooler in between, knows the session. */
  get session(): number {
    return this.internals.processID ?? 0;
  }

  get bytesRead(): number {
    return this.internals.connection.stream.bytesRead ?? 0;
  }

  /** Goes back to the usual limit, for the next one who uses the connection. */
  resetLimit(): void {
    this.silenceMs = this.usualSilenceMs;
  }

  /** Cuts the connection: whoever waits for an answer on it gets an error at once. */
  destroy(reason: string): void {
    const { stream } = this.internals.connection;
    if (!stream.destroyed) stream.destroy(new Error(`Connection terminated: ${reason}`));
  }

  /** Begins transactions of TypeORM with their limits, so that these cost no round trip. */
  override readonly query = ((first: unknown, ...rest: unknown[]): unknown =>
    call(
      super.query,
      this,
      first === START ? this.startTransaction : first,
      ...rest,
    )) as Client['query'];

  override readonly end = ((...callback: unknown[]): unknown => {
    setTimeout(() => this.destroy('the server did not say goodbye'), PARTING_MS).unref();
    return call(super.end, this, ...callback);
  }) as Client['end'];

  private get internals(): Internals {
    return this as unknown as Internals;
  }
}

/** Calls an overloaded method of the library with arguments as they came. */
function call(method: unknown, client: Client, ...given: unknown[]): unknown {
  return (method as (...all: unknown[]) => unknown).call(client, ...given);
}
