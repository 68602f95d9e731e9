import { Logger } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import type { Config } from '../config/config.js';
import { CallerLeftError } from '../errors/general.errors.js';
import type { LogPosition } from './database.sql.js';
import type { PostgresError } from './postgres-errors.js';
import { NoStandbyError, Replica, ReplicaBehindError } from './replica.js';

/** How long a replica is not used after it was behind, and after it failed otherwise. */
const BEHIND_PAUSE_MS = 1_000;
const FAILURE_PAUSE_MS = 5_000;
/** The read exceeded its limit; the primary would not be faster. */
const TOO_LONG = '57014';
/** A standby cancels reads that conflict with what it replays. */
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
