import { statement } from '../../../platform/database/statement.js';
import type { DependencyPayload } from '../../../core/event/event-payloads.js';
import { DEPENDENCY_JSON } from '../dependency.sql.js';

/** Removes dependencies of a child, the given one or all, and returns them. */
export const DELETE_DEPENDENCIES = statement<
  [child: string, parent: string | null],
  { dependency: DependencyPayload }
>(
  'feature-dependency.delete-dependencies',
  /* sql */ `
    DELETE FROM feature_dependency d
     WHERE d.child = $1 AND ($2::text IS NULL OR d.parent = $2)
    RETURNING ${DEPENDENCY_JSON} AS dependency`,
);
