import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller, TokenCaller } from './caller/caller.js';

/** The only path that tickets give access to. */
export const TICKET_PATH = '/ofrep/v1/stream';

/**
 * Tickets of the same token that are issued within this time are the same, so that responses with
 * tickets do not change all the time. A ticket is valid for once to twice as long.
 */
const SLICE_SECONDS = 900;
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{10})\.([\w-]{43})$/;

/**
 * What opens a stream of signals in place of a token, because browsers cannot send headers with an
 * `EventSource`. It names the token, and is signed with what is stored of the secret of the token
 * and bound to its access. So every instance can verify it, and it becomes invalid when the token
 * is deleted or its access changes. See ADR 50.
 */
export class StreamTicket {
  private constructor(
    readonly tokenId: string,
    readonly expiresAt: Date,
    private readonly signature: string,
  ) {}

  /**
   * Issues a ticket.
   * @param secretHash SHA-256 of the secret of the token.
   */
  static issue(caller: TokenCaller, secretHash: Buffer, now = Date.now()): string {
    const seconds = (Math.floor(now / 1_000 / SLICE_SECONDS) + 2) * SLICE_SECONDS;
    return `${caller.tokenId}.${seconds}.${signatureOf(caller, seconds, secretHash)}`;
  }

  /** Parses a ticket; undefined when it is malformed or has expired. It is not verified yet. */
  static read(text: string, now = Date.now()): StreamTicket | undefined {
    const [, tokenId, seconds, signature] = FORM.exec(text) ?? [];
    const left = Number(seconds) - now / 1_000;
    if (!(left > 0 && left <= 2 * SLICE_SECONDS)) return undefined;
    return new StreamTicket(tokenId!, new Date(Number(seconds) * 1_000), signature!);
  }

  /** Whether it was issued for this caller, who can still do the same. */
  isOf(caller: Caller, secretHash: Buffer): boolean {
    const expected = signatureOf(caller, this.expiresAt.getTime() / 1_000, secretHash);
    return timingSafeEqual(Buffer.from(expected), Buffer.from(this.signature));
  }
}

function signatureOf(caller: Caller, seconds: number, secretHash: Buffer): string {
  return createHmac('sha256', secretHash)
    .update(JSON.stringify(['stream ticket', caller.tokenId, caller.signature, seconds]))
    .digest('base64url');
}
