import { statement } from '../../../platform/database/statement.js';

export const ADD_PROJECT_USER_ROLE = statement<
  [project: string, ownerRole: number, userId: number]
>(
  'project-owner.add-project-user-role',
  /* sql */ `
    INSERT INTO project_user_role (project, user_id, role_id) SELECT $1, u.id, $2 FROM app_user u
      WHERE u.id = $3 AND u.kind <> 'system' RETURNING 1`,
);
