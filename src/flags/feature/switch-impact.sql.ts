import { type AbleParams, ableUsers } from '../../core/auth/permissions/role.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { AbleUserResponse } from './switch-impact.response.js';

/** Lists the first users who have one of the permissions in an environment of a project, by id. */
export const FIRST_ABLE = statement<
  [...AbleParams, permissions: readonly string[], limit: number],
  { users: Json<AbleUserResponse[]> }
>(
  'switch-impact.first-able',
  /* sql */ `
    SELECT COALESCE(json_agg(json_build_object('id', u.id, 'name', u.display_name) ORDER BY u.id),
             '[]')::text AS users
      FROM (SELECT * FROM (${ableUsers('$6::text[]')}) able ORDER BY able.id LIMIT $7) u`,
);
