import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { changeSuspended } from '../../../access/people/mail/email-message.js';
import { Mailer } from '../../../access/people/mail/mailer.js';
import { FIND_RECIPIENT } from './execution.sql.js';

/** A scheduled change that was not made. */
export interface SuspendedChange {
  /** Id of its author; those of API tokens get no mail. */
  readonly userId: number;
  /** The change, as the subject of a sentence. */
  readonly what: string;
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
    await this.mailer.send(to.email, changeSuspended(to.name ?? undefined, what, reason, link));
  }
}
