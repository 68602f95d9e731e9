import { statement } from '../../../platform/database/statement.js';

export const FIND_ROOT_ROLES = statement<[wanted: readonly number[]], { id: number }>(
  'security-settings.find-root-roles',
  "SELECT id FROM role WHERE id = ANY ($1) AND type IN ('root', 'root-custom')",
);
