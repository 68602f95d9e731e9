import { randomBytes } from 'node:crypto';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import type { Actor } from '../../../core/event/actor.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import type { NewPlace } from '../../../core/event/namesakes.js';
import type { Tx } from '../../../core/event/tx.js';
import { checkedAddresses } from '../../../platform/http/address-list.js';
import { BadDataError, OperationDeniedError } from '../../../platform/errors/general.errors.js';
import type {
  CreatePersonalTokenDto,
  PersonalTokenResponse,
  TokenScopeDto,
} from './personal-token.dto.js';
import {
  ADD,
  COUNT_TOKENS,
  FIND_MISSING,
  REMOVE,
  REMOVE_ALL,
  REMOVE_ONLY_NAMING,
  WITHDRAW,
} from './personal-token.sql.js';

/**
 * Maximum number of tokens per user, as in the reference; expired ones count until they are
 * deleted.
 */
const MAX_TOKENS = 10;

const DAY_MS = 24 * 3_600_000;

/** @throws BadDataError when the time is too many days ahead. */
export function requireWithinDays(expiresAt: string, days: number): void {
  if (Date.parse(expiresAt) <= Date.now() + days * DAY_MS) return;
  const message =
    `expiresAt must be at most ${days} days from now, the maximum lifetime of personal tokens ` +
    '(PERSONAL_TOKEN_MAX_DAYS).';
  throw new BadDataError(message, [{ message, path: '/body/expiresAt' }]);
}

/** @throws BadDataError when the time is not in the future. */
export function requireFuture(expiresAt: string): void {
  if (Date.parse(expiresAt) > Date.now()) return;
  const message = 'expiresAt must be in the future.';
  throw new BadDataError(message, [{ message, path: '/body/expiresAt' }]);
}

/**
 * Creates a token for a user or service account. The owner is locked, so that concurrent creations
 * respect the maximum.
 * @returns The token with its secret, which cannot be read again.
 * @throws NameExistsError when the description is taken.
 * @throws OperationDeniedError when the owner has 10 tokens.
 */
export async function addPersonalToken(
  userId: number,
  dto: CreatePersonalTokenDto,
  tx: Tx,
): Promise<PersonalTokenResponse> {
  const [has] = await tx.query(COUNT_TOKENS, [userId]);
  if (has!.n >= MAX_TOKENS)
    throw new OperationDeniedError(
      `There are already ${MAX_TOKENS} tokens, the maximum. Delete one first.`,
    );
  const scope = await requireScope(dto.scope ?? {}, tx);
  const token = await insertPersonalToken(userId, { ...dto, scope }, tx);
  await tx.record({ type: 'pat-created', data: { ...token, secret: '***' } });
  return token;
}

/**
 * Stores a token with a new secret, and records nothing.
 * @param credentialId The federated credential that it was exchanged by.
 */
export async function insertPersonalToken(
  userId: number,
  { description, expiresAt, scope = {}, allowedAddresses = [] }: CreatePersonalTokenDto,
  tx: Tx,
  credentialId?: number,
): Promise<PersonalTokenResponse & { secret: string }> {
  const addresses = checkedAddresses(allowedAddresses);
  const { readOnly = false, proposeOnly = false, projects, environments } = scope;
  const secret = `user:${randomBytes(28).toString('hex')}`;
  const [row] = await tx.query(ADD, [
    userId,
    hashOf(secret),
    description,
    new Date(expiresAt),
    readOnly,
    projects,
    environments,
    credentialId,
    proposeOnly,
    addresses.length > 0 ? addresses : null,
  ]);
  return { ...row!.token, secret };
}

/**
 * Revokes a token of a user or service account.
 * @returns Whether it existed.
 */
export async function removePersonalToken(id: number, userId: number, tx: Tx): Promise<boolean> {
  const [row] = await tx.query(REMOVE, [id, userId]);
  if (row) await tx.record({ type: 'pat-deleted', data: { ...row.token, secret: '***' } });
  return row !== undefined;
}

/** Revokes all tokens of a user. The events name the actor of the transaction or the given one. */
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
 * Removes the name of a new place from scopes of tokens. Those that name no other place are
 * revoked, since they could do nothing any more.
 */
export async function withdrawFromTokens({ kind, name }: NewPlace, tx: Tx): Promise<DomainEvent[]> {
  const gone = await tx.query(REMOVE_ONLY_NAMING, [kind, name]);
  await tx.query(WITHDRAW, [kind, name]);
  // Tokens of federated credentials are recorded with these.
  const own = gone.filter(({ isExchanged }) => !isExchanged);
  return own.map(
    ({ token }) => ({ type: 'pat-deleted', data: { ...token, secret: '***' } }) as const,
  );
}

/**
 * Validates a scope and removes duplicates.
 * @throws BadDataError when a project or environment does not exist.
 */
export async function requireScope(scope: TokenScopeDto, tx: Tx): Promise<TokenScopeDto> {
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
