import { Inject, Injectable } from '@nestjs/common';
import { type MailItem, notifications } from '../../access/people/mail/email-message.js';
import { mailTexts } from '../../access/people/mail/mail-texts.js';
import { Mailer } from '../../access/people/mail/mailer.js';
import { AuthorLookup } from '../../core/auth/author-lookup.js';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { NOTIFICATION_KINDS } from '../../access/people/preference/preference.dto.js';
import {
  CLAIM_MAIL,
  type DueMail,
  NOTE_MAILED,
} from '../../access/people/preference/preference.sql.js';
import { Happenings } from './happenings.js';

const EVERY_MS = 30_000;
/** More are counted. */
const MOST_ITEMS = 50;

/**
 * Sends people mails of what they want to be notified of, by their rhythm. Each is taken by one
 * instance, and by another one ten minutes later if it was not sent. It is the same mail then, with
 * the same id, so that mail programs show it once.
 */
@Injectable()
export class NotificationMails {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly authors: AuthorLookup,
    private readonly happenings: Happenings,
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    const run = (stopping: AbortSignal): Promise<void> => this.sendDue(stopping);
    jobs.add({ name: 'notification-mails', everyMs: EVERY_MS, run });
  }

  /** Sends what is due, one mail after the other. */
  async sendDue(stopping: AbortSignal): Promise<void> {
    if (!this.mailer.isConfigured) return;
    while (!stopping.aborted) {
      const [due] = await this.database.run(CLAIM_MAIL, []);
      if (!due) return;
      if (await this.isTold(due, stopping))
        await this.database.run(NOTE_MAILED, [due.userId, due.until]);
    }
  }

  /** @returns Whether nothing is left to be told; otherwise it is tried again. */
  private async isTold(due: DueMail, stopping: AbortSignal): Promise<boolean> {
    const { userId, kinds, email, name, language, since, until } = due;
    const reader = email ? await this.authors.find({ userId, tokenId: null }) : undefined;
    if (!email || !reader) return true;
    const texts = await mailTexts(language);
    const found = await this.happenings.find(reader, { kinds, since, until, texts }, stopping);
    const listed = found.slice(0, MOST_ITEMS);
    const { headings } = texts.notifications;
    const groups = NOTIFICATION_KINDS.flatMap((kind) => {
      const items: MailItem[] = listed.filter((one) => one.kind === kind);
      return items.length > 0 ? [{ heading: headings[kind], items }] : [];
    });
    if (groups.length === 0) return true;
    const { publicUrl } = this.config;
    const more = found.length - listed.length;
    const message = notifications(texts, name ?? undefined, groups, more, publicUrl);
    const id = `<notifications-${userId}-${until.getTime()}@${new URL(publicUrl).hostname}>`;
    return this.mailer.send(email, message, id);
  }
}
