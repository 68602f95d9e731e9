import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { invitation, type EmailMessage, passwordChanged, passwordLink } from './email-message.js';
import { Mailer } from './mailer.js';

/** The recipient of a mail. Users without an e-mail address get none. */
interface Recipient {
  name?: string | null;
  email?: string | null;
}

/** Sends mails about accounts, after the changes they describe were committed. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether a mail server is configured. */
  get areSent(): boolean {
    return this.mailer.isConfigured;
  }

  /**
   * Sends a new user the link to set a password.
   * @returns Whether the mail server accepted it within a short time.
   */
  invite(user: Recipient, link: string): Promise<boolean> {
    return this.send(user, invitation(user.name ?? undefined, link, this.config.publicUrl));
  }

  /** Sends a user the link to set a new password. */
  sendLink(user: Recipient, link: string): void {
    void this.send(user, passwordLink(user.name ?? undefined, link, this.config.publicUrl));
  }

  /** Notifies a user that the password was changed. */
  notifyOfChange(user: Recipient): void {
    void this.send(user, passwordChanged(user.name ?? undefined, this.config.publicUrl));
  }

  private async send({ email }: Recipient, message: EmailMessage): Promise<boolean> {
    return email ? this.mailer.send(email, message) : false;
  }
}
