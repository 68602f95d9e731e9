import type { Tx } from '../../event/tx.js';
import { OWNER_ROLE } from './role-permissions.js';
import { statement } from '../../../platform/database/statement.js';

const ADD_PROJECT_USER_ROLE = statement<[project: string, ownerRole: number, userId: number]>(
  'project-roles.add-project-user-role',
  /* sql */ `
    INSERT INTO project_user_role (project, user_id, role_id) SELECT $1, u.id, $2 FROM app_user u
      WHERE u.id = $3 AND u.kind <> 'system' RETURNING 1`,
);

const LEAVE_PROJECTS = statement<[userId: number]>(
  'project-roles.leave-projects',
  'DELETE FROM project_user_role WHERE user_id = $1',
);

/** The role assignments of the second parameter, as rows `x`. */
const GIVEN = '(SELECT * FROM jsonb_to_recordset($2::jsonb) AS x(id integer, role integer)) x';

/** `assignments`: JSON list of role assignments, all of users or all of groups. */
type Params = [project: string, assignments: string];

const ADD_TO_USERS = statement<Params>(
  'project-roles.add-to-users',
  /* sql */ `
    INSERT INTO project_user_role (project, user_id, role_id)
    SELECT $1, x.id, x.role FROM ${GIVEN}`,
);

const ADD_TO_GROUPS = statement<Params>(
  'project-roles.add-to-groups',
  /* sql */ `
    INSERT INTO project_group_role (project, group_id, role_id)
    SELECT $1, x.id, x.role FROM ${GIVEN}`,
);

const REMOVE_FROM_USERS = statement<Params>(
  'project-roles.remove-from-users',
  /* sql */ `
    DELETE FROM project_user_role h USING ${GIVEN}
     WHERE h.project = $1 AND h.user_id = x.id AND h.role_id = x.role`,
);

const REMOVE_FROM_GROUPS = statement<Params>(
  'project-roles.remove-from-groups',
  /* sql */ `
    DELETE FROM project_group_role h USING ${GIVEN}
     WHERE h.project = $1 AND h.group_id = x.id AND h.role_id = x.role`,
);

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
