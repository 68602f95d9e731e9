import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { invitation, type EmailMessage, passwordChanged, passwordLink } from './email-message.js';
import { mailTexts, type MailTexts } from './mail-texts.js';
import { Mailer } from './mailer.js';

/** The recipient of a mail. Users without an e-mail address get none. */
interface Recipient {
  id: number;
  name?: string | null;
  email?: string | null;
}

const LANGUAGE_OF = statement<[userId: number], { language: string | null }>(
  'account-mails.language-of',
  'SELECT language FROM app_user WHERE id = $1',
);

/**
 * Sends mails about accounts, after the changes they describe were committed, in the language of
 * the recipient.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether a mail server is configured. */
  get areSent(): boolean {
    return this.mailer.isConfigured;
  }

  /**
   * Sends a new user the link to set a password, in the language of whoever invites.
   * @returns Whether the mail server accepted it within a short time.
   */
  invite(user: Recipient, link: string, inviterId: number): Promise<boolean> {
    return this.send(user, (...to) => invitation(...to, link, this.config.publicUrl), inviterId);
  }

  /** Sends a user the link to set a new password. */
  sendLink(user: Recipient, link: string): void {
    void this.send(user, (...to) => passwordLink(...to, link, this.config.publicUrl));
  }

  /** Notifies a user that the password was changed. */
  notifyOfChange(user: Recipient): void {
    void this.send(user, (...to) => passwordChanged(...to, this.config.publicUrl));
  }

  /** @param speakerId The user whose language it is in. */
  private async send(
    { id, name, email }: Recipient,
    message: (texts: MailTexts, name: string | undefined) => EmailMessage,
    speakerId = id,
  ): Promise<boolean> {
    if (!email || !this.areSent) return false;
    // The mail matters more than its language.
    const [speaker] = await this.database.run(LANGUAGE_OF, [speakerId]).catch(() => []);
    return this.mailer.send(email, message(await mailTexts(speaker?.language), name ?? undefined));
  }
}
