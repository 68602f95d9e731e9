import { statement } from '../../platform/database/statement.js';

export const FIND_PROJECT = statement<[projectId: string]>(
  'feature-lock.find-project',
  'SELECT FROM project WHERE id = $1',
);
