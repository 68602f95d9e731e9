import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { DatabaseBusyError } from '../../platform/database/database.errors.js';
import {
  RequestTransaction,
  type TransactionOptions,
} from '../../platform/database/request-transaction.js';
import { DatabaseErrorTranslator } from '../../platform/database/constraint-errors.js';
import { retryTransaction } from '../../platform/database/postgres-errors.js';
import type { WatchedClient } from '../../platform/database/watched-client.js';
import type { Actor } from './actor.js';
import { Commits } from './commits.js';
import { decidesAccess } from './event.types.js';
import { Tx, WriteChecks } from './tx.js';
import { IS_WAITED_FOR, LIMIT_LOCK_WAITS, MARK_REHEARSAL, REFUSE_WRITES } from './tx.sql.js';

/** How often a rehearsal begins. */
const MAX_REHEARSALS = 10;
/** Pause before a rehearsal begins again, so that those who waited can go on. */
const PAUSE_MS = 100;

/** Others wait for what a rehearsal has locked. */
class OthersWait extends Error {}

/** Runs work in one transaction, which commits entirely or not at all. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly commits: Commits,
    private readonly errors: DatabaseErrorTranslator,
    private readonly checks: WriteChecks,
  ) {}

  /**
   * Runs `work` and commits, at the end of the request if that has a transaction. After a deadlock
   * `work` runs again from the beginning, so it must have no effects outside its `tx`.
   * @param options Of the transaction, if it is begun here.
   */
  async run<T>(
    actor: Actor,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions = { connections: 'general' },
  ): Promise<T> {
    return retryTransaction(
      () => this.once(actor, work, options),
      (error) =>
        !RequestTransaction.isInUnit &&
        (this.errors.isTransient(error) || this.database.prepared.wereLost(error)),
    );
  }

  private async once<T>(
    actor: Actor,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    let tx: Tx | undefined;
    const request = RequestTransaction.current;
    const isPart = RequestTransaction.isInUnit;
    const within = async (manager: EntityManager): Promise<T> => {
      if (!isPart) await forgetNoted(manager);
      const onlyChecks = request?.onlyChecks ?? false;
      tx = new Tx(manager, actor, this.database.prepared, onlyChecks, this.checks);
      const result = await work(tx);
      await tx.requireChecked();
      await actor.confirm?.(tx.events.some(decidesAccess));
      return result;
    };
    const result = request ? await request.unit(within) : await this.begun(options, within);
    if (tx!.events.length > 0) this.commits.announce(tx!.events);
    return result;
  }

  /** Begins the transaction of the current request, in which all its later statements run. */
  beginRequest(request: RequestTransaction): Promise<void> {
    return request.begin((work) =>
      this.begun(request.options, async (manager) => {
        if (request.onlyChecks) await manager.query(REFUSE_WRITES.text);
        await work(manager);
      }),
    );
  }

  private begun<T>(
    { connections, lockMs }: TransactionOptions,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.database.withPlace(connections, () =>
      this.source.transaction(async (manager) => {
        if (lockMs !== undefined) await limitLockWaits(manager, lockMs);
        return work(manager);
      }),
    );
  }

  /** Like {@link beginRequest}, for a change that is only checked: PostgreSQL refuses to write. */
  beginCheck(request: RequestTransaction): Promise<void> {
    request.onlyChecks = true;
    return this.beginRequest(request);
  }

  /**
   * Runs several units as one transaction: that of the request if it has one. After a deadlock
   * `work` runs again from the beginning.
   * @param options Of the transaction, if it is begun here.
   */
  async together<T>(
    work: () => Promise<T>,
    options: TransactionOptions = { connections: 'general' },
  ): Promise<T> {
    if (RequestTransaction.current) return work();
    return retryTransaction(
      () => this.inOwnTransaction(work, options, true),
      (error) => this.errors.isTransient(error),
    );
  }

  /**
   * Like {@link together}, but undoes everything in the end, with its locks.
   * @param work Calls `giveWay` between its steps: when others wait for what it has locked,
   * everything is undone at once, and the work begins again after them.
   * @throws DatabaseBusyError when others waited each time.
   */
  async rehearse<T>(work: (giveWay: () => Promise<void>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await retryTransaction(
          () => this.undone(() => this.rehearsed(work)),
          (error) => this.errors.isTransient(error),
        );
      } catch (error) {
        if (!(error instanceof OthersWait)) throw error;
        if (attempt === MAX_REHEARSALS) throw new DatabaseBusyError();
        await setTimeout(PAUSE_MS);
      }
    }
  }

  /** Does something and undoes it, in the transaction of the request if it has one. */
  private undone<T>(work: () => Promise<T>): Promise<T> {
    const request = RequestTransaction.betweenUnits;
    return request
      ? request.undone(work)
      : this.inOwnTransaction(work, { connections: 'general' }, false);
  }

  private async rehearsed<T>(work: (giveWay: () => Promise<void>) => Promise<T>): Promise<T> {
    await this.database.run(MARK_REHEARSAL, []);
    return work(async () => {
      const [row] = await this.database.run(IS_WAITED_FOR, []);
      if (row!.isWaitedFor) throw new OthersWait();
    });
  }

  private inOwnTransaction<T>(
    work: () => Promise<T>,
    options: TransactionOptions,
    isKept: boolean,
  ): Promise<T> {
    return RequestTransaction.forRequest(async (transaction) => {
      await this.beginRequest(transaction);
      try {
        const result = await work();
        if (isKept) await transaction.commit();
        return result;
      } finally {
        await transaction.rollBack();
      }
    }, options);
  }
}

/** Forgets what a unit has noted that failed. */
async function forgetNoted({ queryRunner }: EntityManager): Promise<void> {
  ((await queryRunner!.connect()) as WatchedClient).takeNoted();
}

/** Sends the limit without waiting for an answer: what follows fails if this does. */
async function limitLockWaits({ queryRunner }: EntityManager, lockMs: number): Promise<void> {
  const client = (await queryRunner!.connect()) as PoolClient;
  client.query(LIMIT_LOCK_WAITS.text, [String(lockMs)]).catch(() => undefined);
}
