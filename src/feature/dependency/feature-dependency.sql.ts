import { statement } from '../../database/statement.js';

export const DELETE_DEPENDENCY = statement<[child: string, parent: string]>(
  'feature-dependency.delete-dependency',
  'DELETE FROM feature_dependency WHERE child = $1 AND parent = $2 RETURNING 1',
);

export const DELETE_DEPENDENCIES = statement<[child: string]>(
  'feature-dependency.delete-dependencies',
  'DELETE FROM feature_dependency WHERE child = $1 RETURNING 1',
);
