import { Inject, Injectable } from '@nestjs/common';
import { changeSuspended } from '../../../access/people/mail/email-message.js';
import { mailTexts, type MailTexts } from '../../../access/people/mail/mail-texts.js';
import { Mailer } from '../../../access/people/mail/mailer.js';
import { AUTHOR_GONE, AuthorLookup } from '../../../core/auth/author-lookup.js';
import { PermissionError } from '../../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { SYSTEM } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { DatabaseErrorTranslator } from '../../../platform/database/constraint-errors.js';
import { Database } from '../../../platform/database/database.js';
import {
  RequestTransaction,
  type TransactionOptions,
} from '../../../platform/database/request-transaction.js';
import type { Statement } from '../../../platform/database/statement.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import {
  type DueWork,
  ExecutionFailedError,
  Obstacle,
  type Outcome,
  type WorkLimits,
} from './due-queue.js';
import { FIND_RECIPIENT } from './execution.sql.js';

/** A scheduled change that was not made. */
interface SuspendedChange {
  /** Id of its author; those of API tokens get no mail. */
  readonly userId: number;
  /** A sentence that says that the change was not made. */
  readonly what: (texts: MailTexts['suspended']) => string;
  readonly reason: string;
  /** Parts of the path below the public URL where its author can see it. */
  readonly path: readonly string[];
}

/** Sends mails about scheduled changes that were not made, after that was committed. */
@Injectable()
export class SuspensionMails {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Writes to the author, if there is a mail server and an address. Never rejects. */
  async send({ userId, what, reason, path }: SuspendedChange): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const [to] = await this.database.run(FIND_RECIPIENT, [userId]).catch(() => []);
    if (!to) return;
    const link = `${this.config.publicUrl}/${path.map(encodeURIComponent).join('/')}`;
    const texts = await mailTexts(to.language);
    const told = { what: what(texts.suspended), reason, link };
    await this.mailer.send(to.email, changeSuspended(texts, to.name ?? undefined, told));
  }
}

const PROJECT_HIDDEN = 'Its author can no longer see the project.';

/** Something due, and its author: a user, or an API token. */
interface Due {
  readonly project: string;
  readonly userId: number;
  readonly tokenId: string | null;
}

/** How to do something due. */
export interface Attempt {
  /** Does it with the present permissions of its author. */
  readonly work: (author: Caller) => Promise<void>;
  /** Suspends it because of a refusal. */
  readonly suspend: (reason: string, error: unknown) => Promise<void>;
  /** What its author gets a mail about when it is suspended. */
  readonly mail: Pick<SuspendedChange, 'what' | 'path'>;
}

/** How to find, take and do due work of one kind. */
interface Kind<D> extends Pick<DueWork, 'kind' | 'giveUp'> {
  readonly limits: WorkLimits;
  /** Asks how long until more is due. */
  readonly next: Statement<
    readonly [except: readonly number[], turnsOff: boolean],
    { milliseconds: number | null }
  >;
  /** Takes the one that is due first, and locks its row. */
  readonly claim: (except: readonly number[], turnsOff: boolean, tx: Tx) => Promise<D | undefined>;
  readonly act: (due: D) => Promise<Outcome>;
}

/** Executes what is due, in one transaction each and in the name of its author. */
@Injectable()
export class DueExecution {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly authors: AuthorLookup,
    private readonly errors: DatabaseErrorTranslator,
    private readonly mails: SuspensionMails,
  ) {}

  /** Due work of one kind. */
  work<D extends { id: number }>({ limits, kind, next, claim, act, giveUp }: Kind<D>): DueWork {
    const { options, turnsOff, ...rest } = limits;
    return {
      ...rest,
      kind,
      readNext: async (except) => {
        const values = [except, turnsOff] as const;
        const [row] = await this.database.run(next, values, options.connections);
        return row!.milliseconds;
      },
      executeNext: (except) => this.claimed(options, (tx) => claim(except, turnsOff, tx), act),
      giveUp,
    };
  }

  /**
   * Takes something that is due and executes it, in one transaction.
   * @param options Of the transaction.
   * @param claim Locks its row.
   * @returns What became of it; undefined when none is due.
   * @throws ExecutionFailedError
   */
  private async claimed<D extends { id: number }>(
    options: TransactionOptions,
    claim: (tx: Tx) => Promise<D | undefined>,
    act: (due: D) => Promise<Outcome>,
  ): Promise<Outcome | undefined> {
    let id: number | undefined;
    try {
      return await this.unitOfWork.together(async () => {
        const due = await this.unitOfWork.run(SYSTEM, claim);
        id = due?.id;
        return due && (await act(due));
      }, options);
    } catch (error) {
      throw id === undefined ? error : new ExecutionFailedError(id, error);
    }
  }

  /**
   * Does something due, or suspends it when it is refused for good.
   * @throws errors of the work that may pass.
   */
  async attempt(due: Due, { work, suspend, mail }: Attempt): Promise<Outcome> {
    try {
      await work(await this.requireAuthor(due));
      return 'executed';
    } catch (error) {
      const reason = refusalOf(error, this.errors);
      if (reason === undefined) throw error;
      await suspend(reason, error);
      const { userId } = due;
      whenCommitted(() => void this.mails.send({ ...mail, userId, reason }));
      return 'suspended';
    }
  }

  /** @throws Obstacle when the author no longer exists, or no longer sees the project. */
  private async requireAuthor(due: Due): Promise<Caller> {
    const author = await this.authors.find(due);
    if (!author) throw new Obstacle(AUTHOR_GONE);
    if (!author.sees(due.project)) throw new Obstacle(PROJECT_HIDDEN);
    return author;
  }
}

/** Calls what must not happen unless the present transaction commits. */
function whenCommitted(call: () => void): void {
  const { current } = RequestTransaction;
  if (current) current.whenCommitted(call);
  else call();
}

/** Why something is refused for good; undefined when it failed for a reason that may pass. */
function refusalOf(error: unknown, errors: DatabaseErrorTranslator): string | undefined {
  if (error instanceof Obstacle) return error.message;
  const refusal = error instanceof ApiError ? error : errors.translate(error);
  if (!refusal || refusal.status >= 500) return undefined;
  return refusal instanceof PermissionError
    ? `Its author lacks the permission. ${refusal.message}`
    : refusal.message;
}
