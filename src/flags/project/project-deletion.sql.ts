import { statement } from '../../platform/database/statement.js';

export const DELETE_PROJECT = statement<[projectId: string], { mode: string }>(
  'project-deletion.delete-project',
  'DELETE FROM project WHERE id = $1 RETURNING mode',
);

export const READ_ENVIRONMENTS = statement<[projectId: string], { environment: string }>(
  'project-deletion.read-environments',
  'SELECT environment FROM project_environment WHERE project = $1',
);

export const COUNT_DELETED_PRIVATE = statement<[], { count: number }>(
  'project-deletion.count-deleted-private',
  'SELECT count(*)::int AS count FROM deleted_project WHERE is_private',
);
