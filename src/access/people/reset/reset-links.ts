import { randomBytes } from 'node:crypto';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import type { Tx } from '../../../core/event/tx.js';
import { REPLACE } from './reset.sql.js';

const VALID_HOURS = 24;

/**
 * Creates and records a one-time link for setting a password.
 * @returns The link.
 */
export async function newResetLink(userId: number, publicUrl: string, tx: Tx): Promise<string> {
  const secret = await newResetSecret(userId, tx);
  await tx.record({ type: 'user-password-link-created', data: { id: userId } });
  return `${publicUrl}/reset-password?token=${secret}`;
}

/**
 * Creates the secret of a one-time link for setting a password. It is valid for a day and replaces
 * any earlier one.
 */
export async function newResetSecret(userId: number, tx: Tx): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  await tx.query(REPLACE, [userId, hashOf(secret), tx.actor.name, VALID_HOURS]);
  return secret;
}
