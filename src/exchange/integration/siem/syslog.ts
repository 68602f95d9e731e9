import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  hostOf,
  isPublic,
  PrivateAddressError,
  publicLookup,
} from '../../../platform/http/public-addresses.js';
import { type AuditRecord, contentsOf, fieldsOf, isWarning, SERVICE } from './audit-records.js';

/** Messages to send on one connection. */
export interface SyslogMessages {
  /** `tls://host:port` or `tcp://host:port`. */
  receiver: URL;
  /** Certificates in PEM; those of Node.js if empty. */
  trustedCertificates: string;
  frames: Buffer;
}

/** The facility `log audit`, times 8. */
const AUDIT = 13 * 8;
const WARNING = 4;
const INFORMATIONAL = 6;
/** The number of structured data that belongs to no organisation: that of examples (RFC 5612). */
const ELEMENT = 'audit@32473';
const MAX_MESSAGE_ID = 32;

/** Records as messages of RFC 5424, each with its length before it (RFC 5425 and 6587). */
export function syslogFrames(records: readonly AuditRecord[], host: string): Buffer {
  return Buffer.concat(
    records.map((record) => {
      const message = Buffer.from(messageOf(record, host));
      return Buffer.concat([Buffer.from(`${message.length} `), message]);
    }),
  );
}

function messageOf({ event, summary }: AuditRecord, host: string): string {
  const priority = AUDIT + (isWarning(event) ? WARNING : INFORMATIONAL);
  const at = new Date(event.createdAt).toISOString();
  const id = event.type.slice(0, MAX_MESSAGE_ID);
  const fields = fieldsOf(event).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const contents = contentsOf(event).map(([name, json]) => `"${name}":${json}`);
  const text = `{"summary":${JSON.stringify(summary)}${contents.map((one) => `,${one}`).join('')}}`;
  const head = `<${priority}>1 ${at} ${printable(host)} ${SERVICE.name} - ${id}`;
  return `${head} [${ELEMENT}${fields.join('')}] ${text}`;
}

/** The three characters that end a value, and line breaks, which not all receivers expect. */
const escaped = (value: string): string =>
  value.replace(/[\\"\]]/g, '\\$&').replace(/[\r\n]+/g, ' ');

const printable = (host: string): string => host.replace(/[^\x21-\x7e]/g, '-').slice(0, 255) || '-';

/**
 * Connects, sends messages, and waits until the receiver has closed the connection. Syslog has no
 * responses: only a connection that ends without an error tells that everything was read.
 * @param onlyPublic Whether private addresses are refused.
 * @throws PrivateAddressError, and errors of the connection.
 */
export async function sendSyslog(
  { receiver, trustedCertificates, frames }: SyslogMessages,
  signal: AbortSignal,
  onlyPublic: boolean,
): Promise<void> {
  const host = hostOf(receiver);
  if (onlyPublic && isIP(host) && !isPublic(host)) throw new PrivateAddressError();
  signal.throwIfAborted();
  const to = { host, port: Number(receiver.port), ...(onlyPublic ? { lookup: publicLookup } : {}) };
  const socket =
    receiver.protocol === 'tls:'
      ? connectTls({
          ...to,
          ...(isIP(host) ? {} : { servername: host }),
          ...(trustedCertificates ? { ca: trustedCertificates } : {}),
        })
      : connect(to);
  const abort = (): void => void socket.destroy(new Error('aborted'));
  signal.addEventListener('abort', abort);
  try {
    await sent(socket, receiver.protocol === 'tls:' ? 'secureConnect' : 'connect', frames);
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

/** Sends nothing before the event that says that the receiver is connected and, by TLS, genuine. */
function sent(socket: Socket, ready: string, frames: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasFlushed = false;
    socket.on('error', reject);
    socket.on('finish', () => (hasFlushed = true));
    socket.on('close', () =>
      hasFlushed ? resolve() : reject(Object.assign(new Error(), { code: 'ECONNRESET' })),
    );
    socket.resume();
    socket.once(ready, () => socket.end(frames));
  });
}
