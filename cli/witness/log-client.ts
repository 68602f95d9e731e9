import { type KeySet, publishedKeys } from '../../verify/http-source.js';
import type { PublishedKey } from '../../src/audit/signing/endorsement.js';
import { CliError } from '../connection.js';

const TIMEOUT_MS = 10_000;
/** How many characters of a refusal are told. */
const MOST_SHOWN = 300;
/** A witness trusts no service, so it reads no more than the longest answer can have. */
const MAX_BYTES = 100_000;
const CONFLICT = 409;

/** The service cannot be asked now; later it may. */
export class NotNowError extends Error {}

/** What a log sends to a witness. */
export interface Offered {
  proof: readonly Buffer[];
  /** The checkpoint, a signed note. */
  text: string;
}

/** The service as witnesses see it: without a token. */
export class LogClient {
  private readonly address: string;

  /** @throws CliError when it is no address. */
  constructor(address: string) {
    if (!URL.canParse(address) || !/^https?:/i.test(address))
      throw new CliError('--url must begin with http:// or https://.', 2);
    this.address = address.replace(/\/+$/, '');
  }

  /**
   * The newest checkpoint, with the proof that it continues an earlier one.
   * @returns Undefined when the log is shorter than that.
   * @throws NotNowError
   */
  async checkpoint(old: number): Promise<Offered | undefined> {
    const path = `/witness/checkpoint?old=${old}`;
    const { status, text } = await this.send(path);
    if (status === CONFLICT) return undefined;
    const [head = '', ...rest] = text.split('\n\n');
    const [, ...lines] = head.split('\n');
    return { proof: lines.map((line) => Buffer.from(line, 'base64')), text: rest.join('\n\n') };
  }

  /** The newest checkpoint as it is. @throws NotNowError */
  async newest(): Promise<string> {
    return (await this.send('/witness/checkpoint')).text;
  }

  /** The public keys that the service publishes. @throws NotNowError */
  async keys(): Promise<PublishedKey[]> {
    const { text } = await this.send('/.well-known/jwks.json');
    try {
      return publishedKeys(JSON.parse(text) as KeySet);
    } catch {
      throw new NotNowError(`${this.address} answers no keys.`);
    }
  }

  /** Sends a cosignature. @throws NotNowError */
  async cosign(size: number, cosignatures: string): Promise<void> {
    await this.send('/witness/cosignatures', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ size, cosignatures }),
    });
  }

  private async send(
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string }> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(this.address + path, { ...init, redirect: 'manual', signal });
      const text = await this.textOf(response);
      if (response.ok || response.status === CONFLICT) return { status: response.status, text };
      throw new NotNowError(`${this.address}${path}: ${response.status} ${messageIn(text)}`);
    } catch (error) {
      if (error instanceof NotNowError) throw error;
      const { cause, message } = error as Error;
      const reason = cause instanceof Error && cause.message ? cause.message : message;
      throw new NotNowError(`${this.address} cannot be reached: ${reason}`);
    }
  }

  private async textOf({ body }: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of body ?? []) {
      bytes += part.length;
      if (bytes > MAX_BYTES)
        throw new NotNowError(`${this.address} answers more than ${MAX_BYTES} bytes.`);
      parts.push(part);
    }
    return Buffer.concat(parts).toString();
  }
}

/** The message of a refusal by the service, or the beginning of what something else answered. */
function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message.slice(0, MOST_SHOWN);
  } catch {
    // It is no JSON.
  }
  return text.slice(0, MOST_SHOWN);
}
