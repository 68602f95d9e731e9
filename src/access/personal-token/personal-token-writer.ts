import { randomBytes } from 'node:crypto';
import type { Tx } from '../../event/tx.js';
import { BadDataError, OperationDeniedError } from '../../http/errors.js';
import { hashOf } from '../caller-lookup.js';
import type { CreatePersonalTokenDto } from './personal-token.dto.js';
import type { PersonalTokenResponse } from './personal-token.response.js';
import { PERSONAL_TOKEN_JSON } from './personal-token.sql.js';

/** How many a user may have, as in the reference; those that have expired count until they are deleted. */
const MOST = 10;

const ADD = /* sql */ `
  INSERT INTO personal_token AS p (user_id, secret_hash, description, expires_at) VALUES ($1, $2, $3, $4) RETURNING ${PERSONAL_TOKEN_JSON} AS token`;
const REMOVE = `DELETE FROM personal_token p WHERE p.id = $1 AND p.user_id = $2 RETURNING ${PERSONAL_TOKEN_JSON} AS token`;

const REMOVE_ALL = `DELETE FROM personal_token p WHERE p.user_id = $1 RETURNING ${PERSONAL_TOKEN_JSON} AS token`;

/** Lets a moment pass that is still to come. @throws BadDataError */
export function requireFuture(expiresAt: string): void {
  if (Date.parse(expiresAt) > Date.now()) return;
  const message = 'expiresAt must be in the future.';
  throw new BadDataError(message, [{ message, path: '/body/expiresAt' }]);
}

/**
 * Creates a token for a user, or a service account, who is locked, so that those who create at once are counted one after another.
 * @returns It, with its secret: nobody can ever tell that again.
 * @throws NameExistsError when there is one with this description. @throws OperationDeniedError when there are 10.
 */
export async function addPersonalToken(
  userId: number,
  { description, expiresAt }: CreatePersonalTokenDto,
  tx: Tx,
): Promise<PersonalTokenResponse> {
  const [has] = await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM personal_token WHERE user_id = $1', [userId]);
  if (has!.n >= MOST) throw new OperationDeniedError(`There are ${MOST} tokens already, which is as many as there may be: delete one.`);
  const secret = `user:${randomBytes(28).toString('hex')}`;
  const [row] = await tx.query<{ token: PersonalTokenResponse }>(ADD, [userId, hashOf(secret), description, new Date(expiresAt)]);
  await tx.record({ type: 'pat-created', data: { ...row!.token, secret: '***' } });
  return { ...row!.token, secret };
}

/** Revokes a token of a user, or a service account. @returns Whether there was one. */
export async function removePersonalToken(id: number, userId: number, tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ token: PersonalTokenResponse }>(REMOVE, [id, userId]);
  if (row) await tx.record({ type: 'pat-deleted', data: { ...row.token, secret: '***' } });
  return row !== undefined;
}

/** Revokes all tokens of a user. */
export async function removePersonalTokens(userId: number, tx: Tx): Promise<void> {
  const rows = await tx.query<{ token: PersonalTokenResponse }>(REMOVE_ALL, [userId]);
  await tx.recordAll(rows.map(({ token }) => ({ type: 'pat-deleted', data: { ...token, secret: '***' } }) as const));
}
