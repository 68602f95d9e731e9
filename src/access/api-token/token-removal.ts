import type { Tx } from '../../core/event/tx.js';
import { ApiToken } from './api-token.entity.js';
import { type BareToken, readToken } from './token-writer.js';
import { LOCK_OF_PROJECT, LOCK_OF_ENVIRONMENT, WITHDRAW_PROJECT } from './token.sql.js';

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
