import { statement } from '../../database/statement.js';

export const DELETE_OF_ENVIRONMENT = statement<[name: string]>(
  'usage-removal.delete-of-environment',
  'DELETE FROM feature_environment_usage WHERE environment = $1',
);
