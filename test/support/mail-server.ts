import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { eventually } from './waiting.js';

/** Of a server on this machine that nobody else trusts. */
export const CERTIFICATE = path.resolve('test/support/mail-server.cert.pem');
const KEY = path.resolve('test/support/mail-server.key.pem');

/** A mail as it came. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and parts, with what was encoded in them decoded. */
  raw: string;
  isEncrypted: boolean;
  user: string | undefined;
}

/** A mail server that keeps what it is sent. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      ...options,
    });
    server.on('error', () => {}); // clients that leave early
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const mailServer = new MailServer(server, (server.server.address() as AddressInfo).port);
    server.onData = (stream, session, done): void => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mailServer.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: decoded(Buffer.concat(chunks).toString()),
          isEncrypted: session.secure,
          user: session.user,
        });
        done();
      });
    };
    return mailServer;
  }

  /** What it takes to have its mails sent there. */
  get environment(): NodeJS.ProcessEnv {
    return {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(this.port),
      EMAIL_SENDER: 'Flags <flags@example.com>',
    };
  }

  /** The mails to somebody, once there are so many. */
  async to(address: string, count = 1): Promise<ReceivedMail[]> {
    return eventually(
      () => this.mails.filter(({ to }) => to.includes(address)),
      (mails) => mails.length >= count,
    );
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

/** A server that offers TLS, and lets in who knows the password. */
export const withTls = (password: string): SMTPServerOptions => ({
  key: readFileSync(KEY),
  cert: readFileSync(CERTIFICATE),
  disabledCommands: [],
  authOptional: false,
  onAuth: (auth, _, done) =>
    auth.password === password ? done(null, { user: auth.username }) : done(new Error('No.')),
});

/** Quoted-printable, and nothing else, is what the mails of the service come in. */
function decoded(raw: string): string {
  return raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
