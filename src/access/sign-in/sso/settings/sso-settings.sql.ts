import { statement } from '../../../../platform/database/statement.js';

export const FIND_ROLE = statement<[defaultRootRoleId: number]>(
  'sso-settings.find-role',
  "SELECT FROM role WHERE id = $1 AND type IN ('root', 'root-custom')",
);
