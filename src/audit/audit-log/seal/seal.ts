import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventResponse } from '../event/event.dto.js';
import { leafHashOf } from './merkle.js';

/**
 * The signed content of a seal. The signature is made over its canonical JSON (RFC 8785). A later
 * version may add properties; those of existing seals never change.
 */
export interface SealContent {
  /** Version of this format, and of that of canonical events; always 1. */
  readonly version: 1;
  readonly instanceId: string;
  /** Number of the seal; 1 for the first one. */
  readonly index: number;
  /** Position of its first event among all sealed events, which are counted from 0. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** Number of its events. */
  readonly size: number;
  /** Merkle root of the canonical events, in hex. */
  readonly rootHash: string;
  /** SHA-256 of the canonical content of the seal before, in hex; null for the first one. */
  readonly previousHash: string | null;
  readonly createdAt: string;
  /** Times of its oldest and of its newest event. */
  readonly oldestEventAt: string;
  readonly newestEventAt: string;
  /** Whether it contains every event that was final when it was made. */
  readonly isComplete: boolean;
  /** Which of its events are uses of tokens: a bit for each, in base64url; null when none is. */
  readonly tokenUses: string | null;
  /** After how many days events, and uses of tokens, are removed; 0 for never. */
  readonly eventRetentionDays: number;
  readonly tokenUseRetentionDays: number;
  /** Id of the key that signed it. */
  readonly keyId: string;
}

/** Canonical JSON (RFC 8785). */
export const canonicalJson = (value: object): string => canonicalize(value)!;

/** The canonical JSON of an event: that of the object which the API returns. */
function canonicalEvent(event: EventResponse): string {
  try {
    return canonicalJson(event);
  } catch {
    // A number beyond the range of JSON numbers, which only SQL can write, is null in the API.
    return canonicalJson(JSON.parse(JSON.stringify(event)) as object);
  }
}

/** The leaf hash of an event. */
export const hashOfEvent = (event: EventResponse): Buffer => leafHashOf(canonicalEvent(event));

/** The hash of a seal, by its canonical content; the next seal contains it. */
export const hashOfSeal = (canonicalContent: string): string =>
  createHash('sha256').update(canonicalContent).digest('hex');

/** Sets a bit for each index; null when there is none. */
export function bitsOf(flags: readonly boolean[]): string | null {
  if (!flags.includes(true)) return null;
  const bytes = Buffer.alloc(Math.ceil(flags.length / 8));
  flags.forEach((flag, n) => {
    if (flag) bytes[n >> 3]! |= 128 >> (n & 7);
  });
  return bytes.toString('base64url');
}

/** Whether the bit of an index is set, by {@link bitsOf}. */
export function hasBit(bits: string | null, index: number): boolean {
  if (bits === null) return false;
  return ((Buffer.from(bits, 'base64url')[index >> 3] ?? 0) & (128 >> (index & 7))) !== 0;
}
