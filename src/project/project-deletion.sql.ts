import { statement } from '../database/statement.js';

export const DELETE_PROJECT = statement<[projectId: string], { mode: string }>(
  'project-deletion.delete-project',
  'DELETE FROM project WHERE id = $1 RETURNING mode',
);
