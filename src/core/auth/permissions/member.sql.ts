import { OWNER_ROLE } from './role-permissions.js';

/** The users with a role in project `p`, directly or through a group, and since when. */
const MEMBERS = /* sql */ `(
  SELECT held.user_id, min(held.since) AS since
    FROM (SELECT h.user_id, h.added_at AS since FROM project_user_role h WHERE h.project = p.id
          UNION ALL
          SELECT gm.user_id, GREATEST(h.added_at, gm.joined_at)
            FROM project_group_role h JOIN group_member gm ON gm.group_id = h.group_id
            WHERE h.project = p.id) held
    JOIN app_user person ON person.id = held.user_id AND person.kind = 'user'
      AND person.deleted_at IS NULL
   GROUP BY 1)`;

/** Number of users with a role in project `p`. */
export const MEMBER_COUNT = `(SELECT count(*) FROM ${MEMBERS} m)`;

/** Number of users who got a role in project `p` within the last 30 days. */
export const NEW_MEMBER_COUNT = /* sql */ `
  (SELECT count(*) FROM ${MEMBERS} m WHERE m.since > now() - interval '720 hours')`;

/**
 * Owners of project `p`: users in alphabetical order, then groups; the service itself when there is
 * none.
 */
export const OWNERS = /* sql */ `(
  SELECT COALESCE(json_agg(owner ORDER BY kind, name),
    json_build_array(json_build_object('ownerType', 'system')))
    FROM (SELECT 1 AS kind, u.display_name AS name,
                 json_build_object('ownerType', 'user', 'name', u.display_name,
                   'imageUrl', u.image_url, 'email', u.email) AS owner
            FROM project_user_role h JOIN app_user u ON u.id = h.user_id
            WHERE h.project = p.id AND h.role_id = ${OWNER_ROLE}
          UNION ALL
          SELECT 2, g.name, json_build_object('ownerType', 'group', 'name', g.name)
            FROM project_group_role h JOIN user_group g ON g.id = h.group_id
            WHERE h.project = p.id AND h.role_id = ${OWNER_ROLE}) owners)`;
