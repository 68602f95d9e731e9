import { randomBytes } from 'node:crypto';
import type { Actor } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { BadDataError, OperationDeniedError } from '../../errors/general.errors.js';
import { hashOf } from '../../auth/caller/secret-hash.js';
import type { CreatePersonalTokenDto, TokenScopeDto } from './personal-token.dto.js';
import type { PersonalTokenResponse } from './personal-token.response.js';
import {
  ADD,
  REMOVE,
  REMOVE_ALL,
  FIND_MISSING,
  COUNT_TOKENS,
} from './personal-token-writer.sql.js';

/**
 * How many a user may have, as in the reference; those that have expired count until they are
 * deleted.
 */
const MOST = 10;

const DAY_MS = 24 * 3_600_000;

/** Lets a moment pass that is at most so many days ahead. @throws BadDataError */
export function requireWithinDays(expiresAt: string, days: number): void {
  if (Date.parse(expiresAt) <= Date.now() + days * DAY_MS) return;
  const message = `expiresAt must be at most ${days} days from now: personal tokens do not live longer here (PERSONAL_TOKEN_MAX_DAYS).`;
  throw new BadDataError(message, [{ message, path: '/body/expiresAt' }]);
}

/** Lets a moment pass that is still to come. @throws BadDataError */
export function requireFuture(expiresAt: string): void {
  if (Date.parse(expiresAt) > Date.now()) return;
  const message = 'expiresAt must be in the future.';
  throw new BadDataError(message, [{ message, path: '/body/expiresAt' }]);
}

/**
 * Creates a token for a user, or a service account, who is locked, so that those who create at once
 * are counted one after another.
 * @returns It, with its secret: nobody can ever tell that again.
 * @throws NameExistsError when there is one with this description. @throws OperationDeniedError
 * when there are 10.
 */
export async function addPersonalToken(
  userId: number,
  { description, expiresAt, scope = {} }: CreatePersonalTokenDto,
  tx: Tx,
): Promise<PersonalTokenResponse> {
  const [has] = await tx.query(COUNT_TOKENS, [userId]);
  if (has!.n >= MOST)
    throw new OperationDeniedError(
      `There are ${MOST} tokens already, which is as many as there may be: delete one.`,
    );
  const { readOnly = false, projects, environments } = await requireScope(scope, tx);
  const secret = `user:${randomBytes(28).toString('hex')}`;
  const [row] = await tx.query(ADD, [
    userId,
    hashOf(secret),
    description,
    new Date(expiresAt),
    readOnly,
    projects,
    environments,
  ]);
  await tx.record({ type: 'pat-created', data: { ...row!.token, secret: '***' } });
  return { ...row!.token, secret };
}

/** Revokes a token of a user, or a service account. @returns Whether there was one. */
export async function removePersonalToken(id: number, userId: number, tx: Tx): Promise<boolean> {
  const [row] = await tx.query(REMOVE, [id, userId]);
  if (row) await tx.record({ type: 'pat-deleted', data: { ...row.token, secret: '***' } });
  return row !== undefined;
}

/** Revokes all tokens of a user, as the actor of the transaction or as another. */
export async function removePersonalTokens(
  userId: number,
  tx: Tx,
  actor: Actor = tx.actor,
): Promise<void> {
  const rows = await tx.query(REMOVE_ALL, [userId]);
  await tx.recordEntries(
    rows.map(({ token }) => ({
      actor,
      event: { type: 'pat-deleted', data: { ...token, secret: '***' } } as const,
    })),
  );
}

/**
 * Lets a scope pass whose projects and environments exist; each counts once. @throws BadDataError
 */
async function requireScope(scope: TokenScopeDto, tx: Tx): Promise<TokenScopeDto> {
  const projects = scope.projects && [...new Set(scope.projects)];
  const environments = scope.environments && [...new Set(scope.environments)];
  const [missing] = await tx.query(FIND_MISSING, [projects, environments]);
  const hidden = projects?.find((project) => !tx.sees(project));
  const project = hidden ?? missing!.project;
  if (project !== null) throw badScope(`There is no project "${project}".`, 'projects');
  if (missing!.environment !== null)
    throw badScope(`There is no environment "${missing!.environment}".`, 'environments');
  return { ...scope, projects, environments };
}

function badScope(message: string, property: string): BadDataError {
  return new BadDataError(message, [{ message, path: `/body/scope/${property}` }]);
}
