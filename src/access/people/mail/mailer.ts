import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import type { EmailMessage } from './email-message.js';

/** How long a request waits for the mail server. */
const TIMEOUT_MS = 3_000;
/** Time limit for each response of the mail server. */
const ANSWER_MS = 10_000;
/**
 * Maximum number of mails in progress; further ones are dropped because the mail server is too
 * slow.
 */
const MAX_IN_PROGRESS = 50;
/** How long a shutdown waits for mails in progress. */
const DRAIN_MS = 2_000;

/** Number of mails that were accepted, failed or dropped. */
interface MailOutcomes {
  sent: number;
  failed: number;
  dropped: number;
}

/**
 * Sends mails if a mail server is configured. Errors never fail a request: they are logged, without
 * the content of the mail, and counted.
 */
@Injectable()
export class Mailer implements BeforeApplicationShutdown {
  private readonly log = new Logger(Mailer.name);
  /** Set with the first mail. */
  private transport?: Promise<Transporter>;
  private readonly underWay = new Set<Promise<boolean>>();
  readonly outcomes: MailOutcomes = { sent: 0, failed: 0, dropped: 0 };

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.email !== undefined;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(DRAIN_MS, Promise.all(this.underWay), () => undefined);
    (await this.transport)?.close();
  }

  /**
   * Sends a mail. Never throws.
   * @param messageId By which mail servers recognise a mail that is sent again.
   * @returns Whether the mail server accepted it in time; otherwise it may still be sent.
   */
  async send(to: string, message: EmailMessage, messageId?: string): Promise<boolean> {
    return withTimeout(TIMEOUT_MS, this.begin(to, message, messageId), () => false);
  }

  private begin(to: string, message: EmailMessage, messageId?: string): Promise<boolean> {
    const { email } = this.config;
    if (!email) return Promise.resolve(false);
    if (this.underWay.size >= MAX_IN_PROGRESS) {
      this.outcomes.dropped++;
      this.log.warn(
        { mail: message.kind },
        'A mail was not sent: the mail server is slow, and too many mails are in progress.',
      );
      return Promise.resolve(false);
    }
    this.transport ??= connected(email);
    const sending = this.deliver(this.transport, to, message, messageId);
    this.underWay.add(sending);
    return sending.finally(() => this.underWay.delete(sending));
  }

  private async deliver(
    transport: Promise<Transporter>,
    to: string,
    { kind, subject, text, html }: EmailMessage,
    messageId: string | undefined,
  ): Promise<boolean> {
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await (
        await transport
      ).sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers,
        ...(messageId === undefined ? {} : { messageId }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      this.outcomes.sent++;
      return true;
    } catch (error) {
      this.outcomes.failed++;
      this.log.warn({ mail: kind, ...reasonOf(error) }, 'A mail could not be sent.');
      return false;
    }
  }
}

/** Errors of the connection, such as a certificate that is not trusted. */
const OF_CONNECTION = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS']);

/** What may be logged: the messages of other errors may quote the mail or its recipient. */
function reasonOf(error: unknown): Record<string, unknown> {
  const { code, responseCode, message } = error as {
    code?: string;
    responseCode?: number;
    message?: string;
  };
  const reason = OF_CONNECTION.has(code ?? '') && responseCode === undefined ? message : undefined;
  return { code, responseCode, reason };
}

async function connected(email: NonNullable<Config['email']>): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(transportFor(email), { from: email.sender });
}

/** Uses TLS always with credentials, and opportunistically without. */
function transportFor({
  host,
  port,
  secure,
  user,
  password,
}: NonNullable<Config['email']>): object {
  return {
    host,
    port,
    secure,
    ...(user === undefined ? {} : { auth: { user, pass: password }, requireTLS: true }),
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: ANSWER_MS,
  };
}
