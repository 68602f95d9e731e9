import type { Tx } from '../../event/tx.js';
import {
  ADD_PROJECT_USER_ROLE,
  ADD_TO_GROUPS,
  ADD_TO_USERS,
  LEAVE_PROJECTS,
  REMOVE_FROM_GROUPS,
  REMOVE_FROM_USERS,
} from './project-roles.sql.js';
import { OWNER_ROLE } from './role-permissions.js';

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

/** The assignment of a role in a project. */
export interface RoleAssignment {
  kind: 'user' | 'group';
  /** Id of the user, service account or group. */
  id: number;
  role: number;
}

const STATEMENTS = {
  user: [REMOVE_FROM_USERS, ADD_TO_USERS],
  group: [REMOVE_FROM_GROUPS, ADD_TO_GROUPS],
} as const;

/** Inserts and deletes role assignments. */
export async function writeRoleAssignments(
  project: string,
  added: readonly RoleAssignment[],
  removed: readonly RoleAssignment[],
  tx: Tx,
): Promise<void> {
  for (const kind of ['user', 'group'] as const) {
    const rows = (list: readonly RoleAssignment[]): string =>
      JSON.stringify(list.filter((one) => one.kind === kind));
    const [remove, add] = STATEMENTS[kind];
    await tx.query(remove, [project, rows(removed)]);
    await tx.query(add, [project, rows(added)]);
  }
}

/** Removes all project roles of a user. */
export async function removeProjectRoles(userId: number, tx: Tx): Promise<void> {
  await tx.query(LEAVE_PROJECTS, [userId]);
}
