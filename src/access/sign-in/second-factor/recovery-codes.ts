import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../core/event/tx.js';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { REPLACE_CODES, USE_CODE, COUNT_CODES } from './second-factor.sql.js';

const COUNT = 10;
/** 32 unambiguous characters, each for five bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789';
const LENGTH = 16;

/**
 * Replaces the recovery codes of a user, whose row must be locked.
 * @returns The new codes, which cannot be read again.
 */
export async function newRecoveryCodes(userId: number, tx: Tx): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await tx.query(REPLACE_CODES, [userId, codes.map(hashOfCode)]);
  await tx.record({ type: 'user-recovery-codes-created', data: { id: userId, codes: COUNT } });
  return codes;
}

/**
 * Consumes a recovery code.
 * @returns Whether it was valid.
 */
export async function useRecoveryCode(userId: number, code: string, tx: Tx): Promise<boolean> {
  if ((await tx.query(USE_CODE, [userId, hashOfCode(code)])).length === 0) return false;
  const [row] = await tx.query(COUNT_CODES, [userId]);
  await tx.record({ type: 'user-recovery-code-used', data: { id: userId, left: row!.left } });
  return true;
}

/** Eighty random bits in groups of four characters. */
function newCode(): string {
  const characters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]!);
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/**
 * Ignores hyphens, blanks and letter case. A code with this many random bits needs no slow hash.
 */
function hashOfCode(code: string): Buffer {
  return hashOf(code.toLowerCase().replace(/[\s-]/g, ''));
}
