import { Inject, Injectable } from '@nestjs/common';
import { RequestQuota, type Turn } from '../../../core/auth/limits/request-quota.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { sharesOf, type TransactionClass } from '../../../platform/database/connection-gate.js';
import { isLockTimeout } from '../../../platform/database/postgres-errors.js';
import { RequestTransaction } from '../../../platform/database/request-transaction.js';
import { DatabaseBusyError, LockedError } from '../../../platform/database/database.errors.js';
import { WaitQueue } from '../../../platform/database/wait-queue.js';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';

/** Lock timeout of the first attempt: longer than other switches hold a row. */
export const BRIEF_MS = 50;
/** Above so many features, a switch is long work, which must not use the connections of others. */
const MANY = 100;

/** The class of connections for switching or archiving so many features at once. */
export const connectionsFor = (features: number): TransactionClass =>
  features > MANY ? 'general' : 'hotTransaction';

/**
 * Lock timeout of later attempts. They wait in PostgreSQL's queue for the row, so that other
 * transactions that use the row in turns cannot starve a switch.
 */
const PATIENT_MS = 250;
/** Lock timeout of later attempts while switches of other locked rows wait for their turn. */
const SHARED_MS = 100;
/** From this number of hot-path connections on, two of them may wait for locked rows. */
const PLENTY = 3;
/** Upper bounds on waiting switches, per feature and in total. */
const MAX_WAITING_PER_ROW = 200;
const MAX_WAITING = 1_000;

/** The row of a switch is locked, or the switch has to be repeated for another passing reason. */
export class RowLockedError extends Error {
  override readonly name = 'RowLockedError';
  /** As PostgreSQL reports a lock that was not released in time. */
  readonly code = '55P03';
}

/**
 * Queues switches in memory, so that waiting switches hold no database connection. Switches of the
 * same row run one at a time. Rows that other transactions keep locked, for example of a dead
 * instance, are tried by one or two switches at a time, in turns until their deadline.
 */
@Injectable()
export class SwitchTurns {
  /** The running switches by row, each with the switches that wait for it. */
  private readonly rows = new Map<string, WaitQueue>();
  /** Switches of locked rows that wait for their next attempt. */
  private readonly retrying = new WaitQueue(MAX_WAITING, busy);
  private readonly mostTrying: number;
  private readonly lockMs: number;
  private trying = 0;
  private waiting = 0;

  constructor(
    private readonly quota: RequestQuota,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) { database: { poolMax, limits } }: Config,
  ) {
    const { reserved } = sharesOf(poolMax, limits.longReads, limits.pipelines);
    this.mostTrying = reserved >= PLENTY ? 2 : 1;
    this.lockMs = limits.lockMs;
  }

  /**
   * Runs work in a transaction, which is undone and begins again when something is locked. So it
   * holds neither a connection nor a turn of its caller while it waits.
   * @param row Names what is changed.
   */
  transaction<T>(
    actor: Actor,
    row: string,
    connections: TransactionClass,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return this.inTurn('switch', row, actor.key, (lockMs) =>
      this.unitOfWork.run(actor, work, { connections, lockMs }),
    );
  }

  /**
   * Runs `attempt` in turns until it gets its locks; the argument is its lock timeout. Each attempt
   * takes a turn of the caller, which is given back while it waits for the next one.
   * @param row Names what is changed.
   * @param caller Key of the caller; absent for the service itself.
   * @param atOnce A first attempt on a connection that others share, which hardly waits for locks.
   * It fails with {@link RowLockedError} when the row is locked, and returns undefined when no such
   * connection has room.
   * @throws LockedError when the turn does not come in time.
   * @throws DatabaseBusyError when too many switches wait.
   * @throws the error of the last attempt when the row stays locked.
   */
  async inTurn<T>(
    kind: 'switch' | 'plainSwitch',
    row: string,
    caller: string | undefined,
    attempt: (lockMs: number, turn?: Turn) => Promise<T>,
    atOnce?: () => Promise<T | undefined>,
  ): Promise<T> {
    const { current } = RequestTransaction;
    // It holds a connection anyway, and perhaps the row, for which the current turn may wait.
    if (current) return attempt(current.options.lockMs ?? this.lockMs);
    const deadline = Date.now() + this.lockMs;
    await this.enter(row, deadline);
    try {
      return await this.quota.whileSwitching(
        kind,
        caller,
        async (turn) => (await atOnce?.()) ?? (await attempt(BRIEF_MS, turn)),
      );
    } catch (error) {
      return await this.tryAgain(error, deadline, (lockMs) =>
        this.quota.whileSwitching(kind, caller, (turn) => attempt(lockMs, turn)),
      );
    } finally {
      this.leave(row);
    }
  }

  private async tryAgain<T>(
    failure: unknown,
    deadline: number,
    attempt: (lockMs: number) => Promise<T>,
  ): Promise<T> {
    if (!isLockTimeout(failure) || Date.now() >= deadline) throw failure;
    if (this.trying < this.mostTrying) this.trying++;
    else await this.wait(this.retrying, deadline);
    return attempt(this.timeoutMs(deadline))
      .finally(() => this.handOver())
      .catch((error: unknown) => this.tryAgain(error, deadline, attempt));
  }

  private timeoutMs(deadline: number): number {
    const isAlone = this.retrying.size === 0;
    if (this.mostTrying === 1) return BRIEF_MS;
    return Math.max(BRIEF_MS, Math.min(isAlone ? PATIENT_MS : SHARED_MS, deadline - Date.now()));
  }

  private handOver(): void {
    if (!this.retrying.admitNext()) this.trying--;
  }

  private async enter(row: string, deadline: number): Promise<void> {
    const line = this.rows.get(row);
    if (line) await this.wait(line, deadline);
    else this.rows.set(row, new WaitQueue(MAX_WAITING_PER_ROW, busy));
  }

  private leave(row: string): void {
    if (!this.rows.get(row)!.admitNext()) this.rows.delete(row);
  }

  /** Waits for a turn. The turn is handed over directly, so that no later switch can take it. */
  private async wait(line: WaitQueue, deadline: number): Promise<void> {
    if (this.waiting >= MAX_WAITING) throw busy();
    this.waiting++;
    try {
      const tooLate = (): LockedError => new LockedError();
      await line.wait({ milliseconds: deadline - Date.now(), tooLate });
    } finally {
      this.waiting--;
    }
  }
}

function busy(): DatabaseBusyError {
  return new DatabaseBusyError();
}
