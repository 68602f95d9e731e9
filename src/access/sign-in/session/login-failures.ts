import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { DatabaseBusyError } from '../../../platform/database/database.errors.js';
import { Semaphore } from '../../../platform/database/semaphore.js';
import { type Actor, NOBODY } from '../../../core/event/actor.js';
import { countFailedSignIn } from '../../people/user/user-writer.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { networkOf } from '../../../core/auth/limits/caller-key.js';
import { DELETE_OLD_FAILURES, COUNT_FAILURES } from './sessions.sql.js';

/** Recorded failures per minute: for one address and account, and in total. */
const OF_ONE = 1;
const ALTOGETHER = 100;
const EVERYTHING = 'everything';
/** Maximum number of failures that wait to be recorded. */
const MAX_WAITING = 1000;
const FORGET_EVERY_MS = 10 * 60_000;

/** The account of a failed login. */
export interface Account {
  id: number;
  /** E-mail address, else user name. */
  name: string;
}

/**
 * Counts and records failed logins without flooding the audit log: at most {@link OF_ONE} per
 * minute for an address and account (all unknown accounts count as one), and {@link ALTOGETHER} in
 * total. The next recorded failure contains the number of omitted ones.
 */
@Injectable()
export class LoginFailures implements BeforeApplicationShutdown {
  private readonly log = new Logger(LoginFailures.name);
  /**
   * Sequential, because concurrent ones would wait for each other in the database and hold
   * connections.
   */
  private readonly turns = new Semaphore(1, MAX_WAITING, () => new DatabaseBusyError());

  constructor(
    private readonly unitOfWork: UnitOfWork,
    database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'login-failure-cleanup',
      everyMs: FORGET_EVERY_MS,
      run: async () => void (await database.run(DELETE_OLD_FAILURES)),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    // A slot becomes free only after all waiting failures are recorded.
    await this.turns.run(async () => undefined).catch(() => undefined);
  }

  /**
   * Runs in the background, because its duration would reveal that the account exists. Does not
   * record the entered name, which may be a password.
   */
  note(
    account: Account | undefined,
    authType: string,
    failureReason: string,
    address: string | undefined,
  ): void {
    const who = account ? { userId: account.id, name: account.name } : NOBODY;
    const key = `${networkOf(address ?? '')} ${account?.id ?? 'unknown'}`;
    this.turns
      .run(() => this.write({ ...who, address }, account, key, { authType, failureReason }))
      .catch((error: unknown) =>
        this.log.warn({ err: error }, 'A failed login could not be recorded.'),
      );
  }

  private write(
    actor: Actor,
    account: Account | undefined,
    key: string,
    data: { authType: string; failureReason: string },
  ): Promise<void> {
    return this.unitOfWork.run(actor, async (tx) => {
      if (account) await countFailedSignIn(account.id, tx);
      const unrecorded = await unrecordedBefore(key, tx);
      if (unrecorded === undefined) return;
      await tx.record({
        type: 'user-login-failed',
        data: { ...data, ...(unrecorded > 0 ? { failuresBefore: unrecorded } : {}) },
      });
    });
  }
}

/**
 * Number of unrecorded failures before this one; `undefined` when this one must not be recorded
 * either.
 */
async function unrecordedBefore(key: string, tx: Tx): Promise<number | undefined> {
  let before = 0;
  for (const [of, most] of [
    [key, OF_ONE],
    [EVERYTHING, ALTOGETHER],
  ] as const) {
    const [row] = await tx.query(COUNT_FAILURES, [of, most]);
    if (row!.unrecorded > 0) return undefined;
    before += row!.unrecordedBefore;
  }
  return before;
}
