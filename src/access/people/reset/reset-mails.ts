import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { AttemptLimit } from '../../../core/auth/limits/attempt-limit.js';
import { NOBODY } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { AccountMails } from '../mail/account-mails.js';
import { lockUser, toEmail } from '../user/user-writer.js';
import { FIND, REPLACE } from './reset.sql.js';

const VALID_HOURS = 24;

/**
 * Creates and records a one-time link for setting a password.
 * @returns The link.
 */
export async function newResetLink(userId: number, publicUrl: string, tx: Tx): Promise<string> {
  const secret = await newResetSecret(userId, tx);
  await tx.record({ type: 'user-password-link-created', data: { id: userId } });
  return `${publicUrl}/reset-password?token=${secret}`;
}

/**
 * Creates the secret of a one-time link for setting a password. It is valid for a day and replaces
 * any earlier one.
 */
export async function newResetSecret(userId: number, tx: Tx): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  await tx.query(REPLACE, [userId, hashOf(secret), tx.actor.name, VALID_HOURS]);
  return secret;
}

/** Reset mails per minute, for each requesting address and for each account. */
export const RESET_MAILS_PER_MINUTE = 1;
/** Maximum number of requests processed after their response; further ones are dropped. */
const MAX_IN_PROGRESS = 20;

/** Sends links for setting a new password on request. */
@Injectable()
export class ResetMails {
  private readonly log = new Logger(ResetMails.name);
  private underWay = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly attempts: AttemptLimit,
    private readonly mails: AccountMails,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends the link if the user exists. The lookup happens after the response, so neither content
   * nor timing reveals whether it does.
   * @throws TooManyRequestsError when the address has sent a request within the last minute.
   */
  async request(email: string, address: string): Promise<void> {
    await this.attempts.require('reset mail', address, RESET_MAILS_PER_MINUTE);
    if (!this.mails.areSent || this.underWay >= MAX_IN_PROGRESS) return;
    this.underWay++;
    setImmediate(() => {
      this.send(email, address)
        .catch((error: unknown) =>
          this.log.warn({ err: error }, 'A password link could not be created.'),
        )
        .finally(() => this.underWay--);
    });
  }

  private async send(email: string, address: string): Promise<void> {
    const [user] = await this.database.run(FIND, [toEmail(email)]);
    if (!user || (await this.hasJustBeenSent(user.id))) return;
    const link = await this.unitOfWork.run({ ...NOBODY, address }, async (tx) => {
      const locked = await lockUser(user.id, tx);
      return locked.email === user.email
        ? newResetLink(user.id, this.config.publicUrl, tx)
        : undefined; // The link was replaced meanwhile.
    });
    if (link) this.mails.sendLink(user, link);
  }

  /** Limits mails per account, against requests from many addresses. */
  private async hasJustBeenSent(userId: number): Promise<boolean> {
    const { attempts } = await this.attempts.count(`reset mail for ${userId}`, 60);
    return attempts > RESET_MAILS_PER_MINUTE;
  }
}
