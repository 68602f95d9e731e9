import type { Tx } from '../../event/tx.js';
import { OWNER_ROLE } from './role-permissions.js';
import { ADD_PROJECT_USER_ROLE } from './project-owner.sql.js';

/**
 * Makes the actor an owner of a new project. API tokens cannot own anything, so their projects
 * belong to the instance.
 */
export async function makeOwner(project: string, tx: Tx): Promise<void> {
  const [owner] = await tx.query(ADD_PROJECT_USER_ROLE, [project, OWNER_ROLE, tx.actor.userId]);
  if (owner)
    await tx.record({
      type: 'project-access-added',
      project,
      data: { roles: [OWNER_ROLE], users: [tx.actor.userId], groups: [] },
    });
}
