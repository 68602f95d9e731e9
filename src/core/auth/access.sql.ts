import { statement } from '../../platform/database/statement.js';

export const PROJECT_OF = statement<[name: string], { project: string }>(
  'access.project-of',
  'SELECT f.project FROM feature f WHERE f.name = $1',
);
