import { statement } from '../../../platform/database/statement.js';

export const ADD_PROJECT_USER_ROLE = statement<
  [project: string, ownerRole: number, userId: number]
>(
  'project-roles.add-project-user-role',
  /* sql */ `
    INSERT INTO project_user_role (project, user_id, role_id) SELECT $1, u.id, $2 FROM app_user u
      WHERE u.id = $3 AND u.kind <> 'system' RETURNING 1`,
);

export const LEAVE_PROJECTS = statement<[userId: number]>(
  'project-roles.leave-projects',
  'DELETE FROM project_user_role WHERE user_id = $1',
);

/** The role assignments of the second parameter, as rows `x`. */
const GIVEN = '(SELECT * FROM jsonb_to_recordset($2::jsonb) AS x(id integer, role integer)) x';

/** `assignments`: JSON list of role assignments, all of users or all of groups. */
type Params = [project: string, assignments: string];

export const ADD_TO_USERS = statement<Params>(
  'project-roles.add-to-users',
  /* sql */ `
    INSERT INTO project_user_role (project, user_id, role_id)
    SELECT $1, x.id, x.role FROM ${GIVEN}`,
);

export const ADD_TO_GROUPS = statement<Params>(
  'project-roles.add-to-groups',
  /* sql */ `
    INSERT INTO project_group_role (project, group_id, role_id)
    SELECT $1, x.id, x.role FROM ${GIVEN}`,
);

export const REMOVE_FROM_USERS = statement<Params>(
  'project-roles.remove-from-users',
  /* sql */ `
    DELETE FROM project_user_role h USING ${GIVEN}
     WHERE h.project = $1 AND h.user_id = x.id AND h.role_id = x.role`,
);

export const REMOVE_FROM_GROUPS = statement<Params>(
  'project-roles.remove-from-groups',
  /* sql */ `
    DELETE FROM project_group_role h USING ${GIVEN}
     WHERE h.project = $1 AND h.group_id = x.id AND h.role_id = x.role`,
);
