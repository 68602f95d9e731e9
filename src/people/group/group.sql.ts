import { BRIEF_USER_JSON } from '../user/user.sql.js';
import { statement } from '../../database/statement.js';
import type { Json } from '../../http/json.js';
import type { GroupsResponse, GroupResponse } from './group.response.js';

/** JSON of a group `g` without its members. */
export const BARE_GROUP_JSON = /* sql */ `
  jsonb_build_object('id', g.id, 'name', g.name, 'description', g.description,
    'mappingsSSO', g.mappings_sso, 'rootRole', g.root_role_id,
    'createdBy', g.created_by, 'createdAt', iso8601(g.created_at), 'scimId', NULL)`;

/**
 * Members of a group `g` in the order in which they were last given, because tools that manage
 * groups as code compare lists.
 */
export const GROUP_MEMBERS_JSON = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('joinedAt', iso8601(m.joined_at),
    'createdBy', m.created_by, 'user', ${BRIEF_USER_JSON})
                            ORDER BY m.place, m.joined_at, m.user_id), '[]')
    FROM group_member m JOIN app_user u ON u.id = m.user_id WHERE m.group_id = g.id)`;

/** JSON of a group `g`. */
export const GROUP_JSON = /* sql */ `(${BARE_GROUP_JSON} || jsonb_build_object(
  'users', ${GROUP_MEMBERS_JSON},
  'projects', (SELECT COALESCE(jsonb_agg(DISTINCT p.project), '[]') FROM project_group_role p
    WHERE p.group_id = g.id),
  'userCount', (SELECT count(*) FROM group_member m WHERE m.group_id = g.id)))`;

/** Data of a group `g` for events. */
export const GROUP_EVENT_JSON = /* sql */ `
  jsonb_build_object('id', g.id, 'name', g.name, 'description', g.description,
    'mappingsSSO', g.mappings_sso, 'rootRole', g.root_role_id,
    'users', (SELECT COALESCE(jsonb_agg(m.user_id ORDER BY m.user_id), '[]') FROM group_member m
      WHERE m.group_id = g.id))`;

export const LIST = statement<[], { json: Json<GroupsResponse> }>(
  'group.list',
  /* sql */ `
    SELECT jsonb_build_object('groups', COALESCE(jsonb_agg(${GROUP_JSON} ORDER BY g.name),
      '[]'))::text AS json FROM user_group g`,
);

export const READ = statement<[id: number], { json: Json<GroupResponse> }>(
  'group.read',
  /* sql */ `
    SELECT ${GROUP_JSON}::text AS json FROM user_group g WHERE g.id = $1`,
);
