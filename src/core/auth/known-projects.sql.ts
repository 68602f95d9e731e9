import { statement } from '../../platform/database/statement.js';

export const EXISTS = statement<[project: string]>(
  'known-projects.exists',
  'SELECT FROM project p WHERE p.id = $1',
);
