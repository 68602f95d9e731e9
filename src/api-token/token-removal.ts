import type { Tx } from '../event/tx.js';
import { ApiToken } from './api-token.entity.js';
import { type BareToken, readToken } from './token-writer.js';

// In the order of their ids, so that two who lock several wait for each other instead of blocking
// each other.
const OF_PROJECT = `SELECT id FROM api_token WHERE id IN (SELECT token_id FROM api_token_project WHERE project = $1) ORDER BY id FOR UPDATE`;
const OF_ENVIRONMENT = 'SELECT id FROM api_token WHERE environment = $1 ORDER BY id FOR UPDATE';

/** Revokes a token, which is locked, and records that. */
export async function revokeToken(token: BareToken, tx: Tx): Promise<void> {
  await tx.repo(ApiToken).delete({ id: token.id });
  await tx.record({ type: 'api-token-deleted', ...placeOf(token), preData: token });
}

/**
 * Takes a project, which is locked and about to be deleted, away from the tokens that are good for
 * it. Those that are good for no other are revoked: they would let nobody in anywhere, and tell
 * everybody of the project by their names.
 */
export async function withdrawProject(project: string, tx: Tx): Promise<void> {
  for (const { id } of await tx.query<{ id: string }>(OF_PROJECT, [project])) {
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

/** Revokes the tokens that are for an environment, which is locked and about to be deleted. */
export async function revokeTokensOfEnvironment(environment: string, tx: Tx): Promise<void> {
  for (const { id } of await tx.query<{ id: string }>(OF_ENVIRONMENT, [environment]))
    await revokeToken(await readToken(id, tx), tx);
}

/** Where the events of a token happen. */
export function placeOf({ project, environment }: BareToken): {
  project: string;
  environment: string;
} {
  return { project, environment };
}
