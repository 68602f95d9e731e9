import { randomBytes } from 'node:crypto';
import type { Tx } from '../../core/event/tx.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import type { TokenReference } from './token-secrets.js';
import { ALL, type TokenRequest } from './token-request.js';
import type { ApiTokenResponse } from './token.dto.js';
import {
  ADD_PROJECTS,
  INSERT,
  LOCK_BY_ID,
  LOCK_BY_SECRET,
  LOCK_OF_ENVIRONMENT,
  LOCK_OF_PROJECT,
  MASKED_SECRET_OF,
  READ_TOKEN,
  WITHDRAW_PROJECT,
} from './token.sql.js';
import { ApiToken } from './api-token.entity.js';

/** A token without its secret. */
export type BareToken = Omit<ApiTokenResponse, 'secret'>;

/** Creates a random secret, prefixed with its projects and environment. */
export function newSecret({
  projects,
  environment,
}: Pick<TokenRequest, 'projects' | 'environment'>): string {
  const scope = projects.length === 1 ? projects[0] : '[]';
  return `${scope}:${environment}.${randomBytes(28).toString('hex')}`;
}

/**
 * Adds a token unless one with the same secret exists.
 * @returns The token, if it was added.
 * @throws BadDataError when the environment or a project does not exist.
 */
export async function addToken(
  request: TokenRequest,
  secret: string,
  tx: Tx,
): Promise<BareToken | undefined> {
  const { name, type, environment, projects, expiresAt, allowedAddresses = [] } = request;
  const all = projects[0] === ALL;
  const row = [
    hashOf(secret),
    name,
    type,
    environment === ALL ? null : environment,
    all,
    expiresAt,
    tx.actor.userId,
    allowedAddresses.length > 0 ? allowedAddresses : null,
  ] as const;
  const [added] = await tx.query(INSERT, row);
  if (!added) return undefined;
  if (!all) await tx.query(ADD_PROJECTS, [added.id, projects]);
  const token = await readToken(added.id, tx);
  await tx.record({
    type: 'api-token-created',
    project: token.project,
    environment: token.environment,
    data: token,
  });
  return token;
}

/**
 * Locks the token that a path names, so that changes happen one after another. A text that looks
 * masked but matches no listed token may still be the secret of a token that was set by the
 * environment.
 * @returns The token, or `undefined`.
 */
export async function lockToken(reference: TokenReference, tx: Tx): Promise<BareToken | undefined> {
  const id = 'secret' in reference ? undefined : reference.id;
  const secret =
    'secret' in reference ? reference.secret : 'masked' in reference ? reference.masked : '';
  const [found] =
    id === undefined
      ? await tx.query(LOCK_BY_SECRET, [hashOf(secret)])
      : await tx.query(LOCK_BY_ID, [id]);
  if (!found) return undefined;
  if ('masked' in reference && id !== undefined) {
    const [row] = await tx.query(MASKED_SECRET_OF, [found.id]);
    if (row!.masked !== reference.masked) return undefined;
  }
  return readToken(found.id, tx);
}

/** Reads an existing token. */
export async function readToken(id: string, tx: Tx): Promise<BareToken> {
  const [row] = await tx.query(READ_TOKEN, [id]);
  return row!.token;
}

/** Revokes a locked token and records the event. */
export async function revokeToken(token: BareToken, tx: Tx): Promise<void> {
  await tx.repo(ApiToken).delete({ id: token.id });
  await tx.record({ type: 'api-token-deleted', ...placeOf(token), preData: token });
}

/**
 * Locks the tokens that are valid in a project.
 * @returns Their ids.
 */
export async function lockTokensOf(project: string, tx: Tx): Promise<string[]> {
  return (await tx.query(LOCK_OF_PROJECT, [project])).map(({ id }) => id);
}

/**
 * Removes a project that is about to be deleted from its locked tokens. Tokens that are valid in no
 * other project are revoked: they would be useless, and their names would reveal the project.
 */
export async function withdrawProject(
  project: string,
  tokens: readonly string[],
  tx: Tx,
): Promise<void> {
  for (const id of tokens) {
    const before = await readToken(id, tx);
    if (before.projects.length === 1) await revokeToken(before, tx);
    else {
      await tx.query(WITHDRAW_PROJECT, [id, project]);
      await tx.record({
        type: 'api-token-updated',
        ...placeOf(before),
        data: await readToken(id, tx),
        preData: before,
      });
    }
  }
}

/** Revokes the tokens of a locked environment that is about to be deleted. */
export async function revokeTokensOfEnvironment(environment: string, tx: Tx): Promise<void> {
  for (const { id } of await tx.query(LOCK_OF_ENVIRONMENT, [environment]))
    await revokeToken(await readToken(id, tx), tx);
}

/** The project and environment that the events of a token belong to. */
export function placeOf({ project, environment }: BareToken): {
  project: string;
  environment: string;
} {
  return { project, environment };
}
