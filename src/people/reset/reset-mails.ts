import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Database } from '../../database/database.js';
import { NOBODY } from '../../event/actor.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { AttemptLimit } from '../../auth/limits/attempt-limit.js';
import { AccountMails } from '../mail/account-mails.js';
import { lockUser, toEmail } from '../user/user-writer.js';
import { newResetLink } from '../user/reset-links.js';
import { FIND } from './reset-mails.sql.js';

/** How many mails a minute one address may ask for, and one account may be sent. */
const PER_MINUTE = 1;
/** How many requests are worked on at most after they were answered: what comes then is dropped. */
const MOST_UNDER_WAY = 20;

/** Sends links to those who have forgotten their password and ask for one. */
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
   * Sends the link, if there is such a user. Looked for after the answer, which therefore tells
   * nobody whether there is, not by its time either.
   * @throws TooManyRequestsError when the address has asked within a minute.
   */
  async request(email: string, address: string): Promise<void> {
    await this.attempts.require('reset mail', address, PER_MINUTE);
    if (!this.mails.areSent || this.underWay >= MOST_UNDER_WAY) return;
    this.underWay++;
    setImmediate(() => {
      this.send(email, address)
        .catch((error: unknown) =>
          this.log.warn({ err: error }, 'A link for a password could not be made.'),
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
        : undefined; // replaced at this moment
    });
    if (link) this.mails.sendLink(user, link);
  }

  /** Whoever asks from many addresses fills nobody's mailbox. */
  private async hasJustBeenSent(userId: number): Promise<boolean> {
    const { attempts } = await this.attempts.count(`reset mail for ${userId}`, 60);
    return attempts > PER_MINUTE;
  }
}
