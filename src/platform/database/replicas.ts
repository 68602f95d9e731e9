import { Logger } from '@nestjs/common';
import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import type { Config } from '../config/config.js';
import { CallerLeftError } from '../errors/general.errors.js';
import { beginLongRead, type LogPosition, REPLAYED } from './database.sql.js';
import type { PostgresError } from './postgres-errors.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelRunning } from './cancel.js';
import type { RowOf, Statement } from './statement.js';
import { release, tlsOf, WatchedClient } from './watched-client.js';
import { withTimeout } from './with-timeout.js';

/** How long a replica is not used after it was behind, and after it failed otherwise. */
const BEHIND_PAUSE_MS = 1_000;
const FAILURE_PAUSE_MS = 5_000;
/** `query_canceled`: the read exceeded its time limit; the primary would not be faster. */
const TOO_LONG = '57014';
/** `serialization_failure`: a standby cancels reads that conflict with what it replays. */
const CONFLICT = '40001';

/**
 * Streaming standbys for long reads. A read sees every change that was acknowledged before it began
 * (ADR 27): the replica must have replayed the position that the primary had then.
 */
export class Replicas {
  readonly all: readonly Replica[];
  private readonly log = new Logger(Replicas.name);
  private next = 0;

  /** @param position Asks the primary for its position. */
  constructor(
    private readonly settings: Config['database'],
    private readonly position: () => Promise<LogPosition>,
  ) {
    this.all = settings.replicaUrls.map((url) => new Replica(url, settings));
  }

  /**
   * Runs a read on the replica with the fewest reads.
   * @returns undefined when no replica can run it, so that the primary has to.
   * @throws CallerLeftError
   * @throws the error of PostgreSQL when the read takes too long.
   */
  async tryRead<T extends object>(
    config: QueryConfig,
    left: AbortSignal,
  ): Promise<T[] | undefined> {
    const replica = this.choose();
    if (!replica) return undefined;
    replica.running++;
    try {
      return await replica.read<T>(config, await this.position(), left);
    } catch (error) {
      const isFinal = (error as PostgresError).code === TOO_LONG;
      if (error instanceof CallerLeftError || isFinal) throw error;
      this.pause(replica, error);
      return undefined;
    } finally {
      replica.running--;
    }
  }

  /** Asks every replica how far it is behind. Never rejects, except when the primary is away. */
  async measure(): Promise<void> {
    const position = await this.position();
    const measured = this.all.map((replica) =>
      replica.measure(position).catch((error: unknown) => this.pause(replica, error)),
    );
    await Promise.all(measured);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  /** The usable replica with the fewest reads; replicas with equally few take turns. */
  private choose(): Replica | undefined {
    const { all } = this;
    const now = performance.now();
    let best: Replica | undefined;
    for (let n = 0; n < all.length; n++) {
      const replica = all[(this.next + n) % all.length]!;
      const isUsable =
        now >= replica.pausedUntil && replica.running < this.settings.limits.longReads;
      if (isUsable && replica.running < (best?.running ?? Infinity)) best = replica;
    }
    if (best) this.next = all.indexOf(best) + 1;
    return best;
  }

  private pause(replica: Replica, error: unknown): void {
    if ((error as PostgresError).code === CONFLICT) return;
    const isBehind = error instanceof ReplicaBehindError;
    if (!isBehind) {
      replica.behind = undefined;
      const reason =
        error instanceof NoStandbyError
          ? 'it is no standby of the primary'
          : (error as Error).message;
      this.log.warn(`The replica ${replica.name} is not used for now: ${reason}.`);
    }
    replica.pausedUntil = performance.now() + (isBehind ? BEHIND_PAUSE_MS : FAILURE_PAUSE_MS);
  }
}

/** Time limit for connecting to a replica, and for asking it how far it is. */
const CHECK_MS = 1_000;
/** Pause between two questions while a replica catches up. */
const CATCH_UP_PAUSE_MS = 5;
/** Extra time that the client-side limit grants, because PostgreSQL cancels more cleanly. */
const MARGIN_MS = 2_000;
/** Idle connections are closed after this time. */
const IDLE_MS = 60_000;

type ReplicaClient = WatchedClient & PoolClient;

/** A replica has not replayed the changes that a read has to see. */
export class ReplicaBehindError extends Error {
  override readonly name = 'ReplicaBehindError';
}

/** The server of a replica URL is no standby of the primary. */
class NoStandbyError extends Error {
  override readonly name = 'NoStandbyError';
}

/** A streaming standby and the pool of connections to it. */
export class Replica {
  /** Host and port, for the log and the metrics. */
  readonly name: string;
  /** Number of reads in progress. */
  running = 0;
  /** Time of `performance.now()` before which the replica is not used. */
  pausedUntil = 0;
  /** Bytes of the log that were not replayed when last asked; undefined when it did not answer. */
  behind: number | undefined;
  private readonly pool: Pool;

  constructor(
    url: string,
    private readonly settings: Config['database'],
  ) {
    const { ssl, limits } = settings;
    this.name = new URL(url).host;
    this.pool = new Pool({
      connectionString: url,
      ssl: tlsOf(ssl),
      application_name: 'feature-flag-admin reads',
      max: limits.longReads + 1,
      connectionTimeoutMillis: CHECK_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      Client: WatchedClient as never,
    });
    this.pool.on('error', () => undefined);
  }

  /**
   * Runs a read that sees everything up to a position of the primary.
   * @throws ReplicaBehindError when the replica does not get there in time.
   * @throws NoStandbyError
   * @throws CallerLeftError
   */
  async read<T extends object>(
    config: QueryConfig,
    position: LogPosition,
    left: AbortSignal,
  ): Promise<T[]> {
    const { longReadMs } = this.settings.limits;
    return this.withClient(left, async (client) => {
      await withTimeout(CHECK_MS, client.query(beginLongRead(longReadMs)));
      await this.catchUp(client, position);
      const { rows } = await withTimeout(
        longReadMs + MARGIN_MS,
        client.query<T & QueryResultRow>(config),
      );
      await withTimeout(CHECK_MS, client.query('ROLLBACK'));
      return rows;
    });
  }

  /** Asks how far the replica is behind a position. */
  async measure(position: LogPosition): Promise<void> {
    this.behind = undefined;
    await this.withClient(undefined, (client) => this.ask(client, position));
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async catchUp(client: ReplicaClient, position: LogPosition): Promise<void> {
    const end = performance.now() + this.settings.replicaWaitMs;
    while ((await this.ask(client, position)) > 0) {
      if (performance.now() >= end) throw new ReplicaBehindError();
      await sleep(CATCH_UP_PAUSE_MS);
    }
  }

  private async ask(client: ReplicaClient, { position, cluster }: LogPosition): Promise<number> {
    const { text }: Statement<never, object> = REPLAYED;
    const asked = client.query<RowOf<typeof REPLAYED>>({ text, values: [position] });
    const [answer] = (await withTimeout(CHECK_MS, asked)).rows;
    if (answer!.behind === null || answer!.cluster !== cluster) throw new NoStandbyError();
    this.behind = Math.max(0, answer!.behind);
    return this.behind;
  }

  /** After a failure, the connection is closed: its transaction may be open. */
  private async withClient<T>(
    left: AbortSignal | undefined,
    work: (client: ReplicaClient) => Promise<T>,
  ): Promise<T> {
    const client = (await this.pool.connect()) as ReplicaClient;
    const abandon = (): void =>
      void cancelRunning(client, this.settings.ssl).then(() =>
        client.destroy('the caller has disconnected'),
      );
    left?.addEventListener('abort', abandon, { once: true });
    try {
      if (left?.aborted) throw new CallerLeftError();
      const result = await work(client);
      release(client, left?.aborted ? new CallerLeftError() : undefined);
      return result;
    } catch (error) {
      client.destroy('a read failed');
      client.release(true);
      throw left?.aborted ? new CallerLeftError() : error;
    } finally {
      left?.removeEventListener('abort', abandon);
    }
  }
}
