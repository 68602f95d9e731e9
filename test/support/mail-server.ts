import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { eventually } from './waiting.js';

/** Certificate of a server on this machine, which only these tests trust. */
export const CERTIFICATE = path.resolve('test/support/mail-server.cert.pem');
const KEY = path.resolve('test/support/mail-server.key.pem');

/** A received mail. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and parts, decoded. */
  raw: string;
  isEncrypted: boolean;
  user: string | undefined;
}

/** A mail server that stores the received mails. */
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

  /** The environment variables with which the service sends its mails to this server. */
  get environment(): NodeJS.ProcessEnv {
    return {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(this.port),
      EMAIL_SENDER: 'Flags <flags@example.com>',
    };
  }

  /** Waits for a number of mails to an address. */
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

/** A server that offers TLS and accepts this password. */
export const withTls = (password: string): SMTPServerOptions => ({
  key: readFileSync(KEY),
  cert: readFileSync(CERTIFICATE),
  disabledCommands: [],
  authOptional: false,
  onAuth: (auth, _, done) =>
    auth.password === password ? done(null, { user: auth.username }) : done(new Error('No.')),
});

/** Decodes quoted-printable, the only encoding of the service's mails. */
function decoded(raw: string): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
