import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { invitation, type EmailMessage, passwordChanged, passwordLink } from './email-message.js';
import { Mailer } from './mailer.js';

/** Whom a mail is for. Who has no e-mail address gets none. */
interface Recipient {
  name?: string | null;
  email?: string | null;
}

/** The mails about accounts. Each is sent after what it tells of was committed. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether there is a mail server to send them by. */
  get areSent(): boolean {
    return this.mailer.isConfigured;
  }

  /**
   * Sends a new user the link to begin with. @returns Whether it was sent, as far as can be told in
   * a short time.
   */
  invite(user: Recipient, link: string): Promise<boolean> {
    return this.send(user, invitation(user.name ?? undefined, link, this.config.publicUrl));
  }

  /** Sends a user the link to choose a password by. */
  sendLink(user: Recipient, link: string): void {
    void this.send(user, passwordLink(user.name ?? undefined, link, this.config.publicUrl));
  }

  /** Tells a user that the password was changed. */
  tellOfChange(user: Recipient): void {
    void this.send(user, passwordChanged(user.name ?? undefined, this.config.publicUrl));
  }

  private async send({ email }: Recipient, letter: EmailMessage): Promise<boolean> {
    return email ? this.mailer.send(email, letter) : false;
  }
}
