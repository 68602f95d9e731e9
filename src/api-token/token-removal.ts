import type { Tx } from '../event/tx.js';
import { ApiToken } from './api-token.entity.js';
import { type BareToken, readToken } from './token-writer.js';

// Ordered by id, so that two transactions that lock several tokens cannot deadlock.
const OF_PROJECT = `SELECT id FROM api_token WHERE id IN (SELECT token_id FROM api_token_project WHERE project = $1) ORDER BY id FOR UPDATE /* locks apiTokens */`;
const OF_ENVIRONMENT =
  'SELECT id FROM api_token WHERE environment = $1 ORDER BY id FOR UPDATE /* locks apiTokens */';

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
  return (await tx.query<{ id: string }>(OF_PROJECT, [project])).map(({ id }) => id);
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
      await tx.query('DELETE FROM api_token_project WHERE token_id = $1 AND project = $2', [
        id,
        project,
      ]);
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
  for (const { id } of await tx.query<{ id: string }>(OF_ENVIRONMENT, [environment]))
    await revokeToken(await readToken(id, tx), tx);
}

/** The project and environment that the events of a token belong to. */
export function placeOf({ project, environment }: BareToken): {
  project: string;
  environment: string;
} {
  return { project, environment };
}
