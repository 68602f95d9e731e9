import { statement } from '../../../platform/database/statement.js';

export const MARK_STALE = statement<[live: readonly string[], stale: boolean], { name: string }>(
  'stale-mark.mark-stale',
  'UPDATE feature SET stale = $2 WHERE name = ANY($1) AND stale <> $2 RETURNING name',
);
