import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { withTimeout } from '../../database/with-timeout.js';
import type { EmailMessage } from './email-message.js';

/** How long whoever asked for something waits to be told whether its mail was sent. */
const PATIENCE_MS = 3_000;
/** How long the mail server may take for each of its answers. */
const ANSWER_MS = 10_000;
/**
 * How many mails are under way at most: what comes then is dropped, for the mail server does not
 * keep up.
 */
const MOST_UNDER_WAY = 50;
/** How long a stop waits for mails that are under way. */
const DRAIN_MS = 2_000;

/**
 * How many mails were taken by the mail server, how many were not, and how many were not even
 * tried.
 */
export interface MailOutcomes {
  sent: number;
  failed: number;
  dropped: number;
}

/**
 * Sends mails, if a mail server is configured. No request fails over a mail: what goes wrong is
 * logged, without what stands in the mail, and counted.
 */
@Injectable()
export class Mailer implements BeforeApplicationShutdown {
  private readonly log = new Logger(Mailer.name);
  private readonly transport: Transporter | undefined;
  private readonly underWay = new Set<Promise<boolean>>();
  readonly outcomes: MailOutcomes = { sent: 0, failed: 0, dropped: 0 };

  constructor(@Inject(CONFIG) { email }: Config) {
    this.transport = email && createTransport(transportFor(email), { from: email.sender });
  }

  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(DRAIN_MS, Promise.all(this.underWay), () => undefined);
    this.transport?.close();
  }

  /**
   * Sends a mail. Never throws. @returns Whether the mail server has taken it before whoever asked
   * got impatient; it is sent later if it can be.
   */
  async send(to: string, letter: EmailMessage): Promise<boolean> {
    return withTimeout(PATIENCE_MS, this.begin(to, letter), () => false);
  }

  private begin(to: string, letter: EmailMessage): Promise<boolean> {
    if (!this.transport) return Promise.resolve(false);
    if (this.underWay.size >= MOST_UNDER_WAY) {
      this.outcomes.dropped++;
      this.log.warn(
        { mail: letter.kind },
        'A mail was not sent: too many are under way to a mail server that is slow.',
      );
      return Promise.resolve(false);
    }
    const sending = this.deliver(this.transport, to, letter);
    this.underWay.add(sending);
    return sending.finally(() => this.underWay.delete(sending));
  }

  private async deliver(
    transport: Transporter,
    to: string,
    { kind, subject, text, html }: EmailMessage,
  ): Promise<boolean> {
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      this.outcomes.sent++;
      return true;
    } catch (error) {
      this.outcomes.failed++;
      // the codes alone: what a server answers may repeat what it was sent
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
      this.log.warn({ mail: kind, code, responseCode }, 'A mail could not be sent.');
      return false;
    }
  }
}

/**
 * Who signs in at the mail server does so over TLS alone; without a user, TLS is used where the
 * server offers it.
 */
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
