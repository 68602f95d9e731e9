import type { Tx } from '../../event/tx.js';
import { OWNER_ROLE } from './role-permissions.js';

/**
 * Makes the actor an owner of a new project. Admin tokens are nobody who could own something: what
 * they create belongs to the instance.
 */
export async function makeOwner(project: string, tx: Tx): Promise<void> {
  const add = /* sql */ `
    INSERT INTO project_user_role (project, user_id, role_id) SELECT $1, u.id, $2 FROM app_user u WHERE u.id = $3 AND u.kind <> 'system' RETURNING user_id`;
  const [owner] = await tx.query(add, [project, OWNER_ROLE, tx.actor.userId]);
  if (owner)
    await tx.record({
      type: 'project-access-added',
      project,
      data: { roles: [OWNER_ROLE], users: [tx.actor.userId], groups: [] },
    });
}
