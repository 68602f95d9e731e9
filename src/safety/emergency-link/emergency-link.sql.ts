import { AUTHOR_GONE } from '../../core/auth/author-lookup.js';
import { isAuthorGone } from '../../core/auth/author-lookup.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { EmergencyLinkPayload } from '../../core/event/emergency-events.js';
import type { OwnedPlace } from '../../flags/feature/switch/emergency-place.js';
import type {
  EmergencyLinkResponse,
  LinkFeatureResponse,
  LinkState,
  LinkTagResponse,
} from './emergency-link.dto.js';

/** Links `l` with the feature `f` that they are for, if it is one. */
const LINKS = 'emergency_link l LEFT JOIN feature f ON f.name = l.feature_name';

/** The project in which a link acts: the present one of its feature. */
const PROJECT = 'COALESCE(f.project, l.project)';

const IS_USABLE = /* sql */ `
  l.revoked_at IS NULL AND l.expires_at > now() AND NOT (l.single_use AND l.uses > 0)`;

const STATE = /* sql */ `CASE WHEN ${IS_USABLE} THEN 'usable'
  WHEN l.revoked_at IS NOT NULL THEN 'revoked'
  WHEN l.single_use AND l.uses > 0 THEN 'used' ELSE 'expired' END`;

const TAG = /* sql */ `CASE WHEN l.tag_type IS NOT NULL THEN
  jsonb_build_object('type', l.tag_type, 'value', l.tag_value) END`;

/** The live features `g` that a link `l` turns off. */
const FEATURES = /* sql */ `
  feature g WHERE g.archived_at IS NULL AND g.project = COALESCE(l.project, g.project)
    AND g.name IN (SELECT l.feature_name UNION ALL SELECT t.feature_name FROM feature_tag t
      WHERE t.type = l.tag_type AND t.value = l.tag_value)`;

/** Why a usable link would turn nothing off; null if nothing is known. */
const CONFLICT = /* sql */ `CASE
  WHEN ${isAuthorGone('l.created_by_user_id', 'l.created_by_token')} THEN '${AUTHOR_GONE}'
  WHEN f.archived_at IS NOT NULL THEN 'The feature is archived.'
  WHEN NOT EXISTS (SELECT FROM project_environment pe
      WHERE pe.project = ${PROJECT} AND pe.environment = l.environment)
    THEN 'The project no longer has the environment.'
  WHEN NOT EXISTS (SELECT FROM ${FEATURES}) THEN 'No feature of the project has the tag.' END`;

/** JSON of a link. */
const LINK = /* sql */ `jsonb_build_object(
  'id', l.id, 'project', ${PROJECT}, 'feature', l.feature_name, 'tag', ${TAG},
  'environment', l.environment, 'reason', l.reason, 'singleUse', l.single_use,
  'expiresAt', iso8601(l.expires_at), 'state', ${STATE},
  'conflict', CASE WHEN ${IS_USABLE} THEN ${CONFLICT} END,
  'uses', l.uses, 'usedAt', iso8601(l.used_at), 'revokedAt', iso8601(l.revoked_at),
  'createdBy', (SELECT jsonb_build_object('id', u.id, 'username', u.display_name,
      'imageUrl', u.image_url) FROM app_user u WHERE u.id = l.created_by_user_id),
  'createdAt', iso8601(l.created_at))`;

/** Data of a link for events. */
const IN_EVENT = /* sql */ `jsonb_build_object(
  'emergencyLinkId', l.id, 'tag', ${TAG}, 'reason', l.reason, 'singleUse', l.single_use,
  'expiresAt', iso8601(l.expires_at))`;

/** All links of a project, which has so few that no page of them is needed; one null for none. */
export const LIST = statement<
  [project: string],
  { link: EmergencyLinkResponse | null } & OwnedPlace
>(
  'emergency-link.list',
  /* sql */ `
    SELECT CASE WHEN l.id IS NOT NULL THEN ${LINK} END AS link, p.id AS project, l.environment,
           l.created_by_user_id AS "userId", l.created_by_token AS "tokenId",
           EXISTS (SELECT FROM project_environment pe
             WHERE pe.project = p.id AND pe.environment = l.environment
               AND pe.required_approvals IS NOT NULL) AS "needsApproval"
      FROM project p LEFT JOIN (${LINKS}) ON ${PROJECT} = p.id
     WHERE p.id = $1 ORDER BY l.id DESC`,
);

export const READ = statement<[id: number], { link: EmergencyLinkResponse }>(
  'emergency-link.read',
  `SELECT ${LINK} AS link FROM ${LINKS} WHERE l.id = $1`,
);

/** Deletes the oldest links of a project that have ended, until there are fewer than `most`. */
export const DELETE_ENDED = statement<[project: string, most: number]>(
  'emergency-link.delete-ended',
  /* sql */ `
    DELETE FROM emergency_link WHERE id IN (
      SELECT l.id FROM ${LINKS} WHERE ${PROJECT} = $1 AND NOT (${IS_USABLE}) ORDER BY l.id
       LIMIT GREATEST(0, (SELECT count(*) FROM ${LINKS} WHERE ${PROJECT} = $1) - $2::int + 1)
         FOR UPDATE OF l SKIP LOCKED)`,
);

/** The links of a project, and those of a feature that comes to it; null for none. */
export const COUNT = statement<[project: string, coming: string | null], { count: number }>(
  'emergency-link.count',
  /* sql */ `
    SELECT count(*)::int AS count FROM ${LINKS} WHERE ${PROJECT} = $1 OR l.feature_name = $2`,
);

export const HAS_TAG = statement<[project: string, type: string, value: string]>(
  'emergency-link.has-tag',
  /* sql */ `
    SELECT FROM feature_tag t JOIN feature f ON f.name = t.feature_name
     WHERE t.type = $2 AND t.value = $3 AND f.project = $1 AND f.archived_at IS NULL LIMIT 1`,
);

/** A new link. The project is that of a tag. */
export type LinkValues = [
  secretHash: Buffer,
  feature: string | null,
  project: string | null,
  tagType: string | null,
  tagValue: string | null,
  environment: string,
  reason: string | null,
  singleUse: boolean,
  expiresAt: string,
  mostDays: number,
  userId: number,
  tokenId: string | null,
];

/** Adds a link if its expiry is not too far away. */
export const ADD = statement<LinkValues, { id: number; data: EmergencyLinkPayload }>(
  'emergency-link.add',
  /* sql */ `
    INSERT INTO emergency_link AS l (secret_hash, feature_name, project, tag_type, tag_value,
      environment, reason, single_use, expires_at, created_by_user_id, created_by_token)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz, $11, $12::uuid
     WHERE $9::timestamptz > now()
       AND $9::timestamptz <= now() + make_interval(hours => 24 * $10::int)
    RETURNING l.id, ${IN_EVENT} AS data`,
);

/** Reads where a link of a project acts. */
export const READ_PLACE = statement<
  [project: string, id: number],
  { feature: string | null; environment: string }
>(
  'emergency-link.read-place',
  /* sql */ `
    SELECT l.feature_name AS feature, l.environment FROM ${LINKS}
     WHERE ${PROJECT} = $1 AND l.id = $2`,
);

/** Revokes a link unless it is revoked. */
export const REVOKE = statement<[id: number], { data: EmergencyLinkPayload }>(
  'emergency-link.revoke',
  /* sql */ `
    UPDATE emergency_link l SET revoked_at = now()
     WHERE l.id = $1 AND l.revoked_at IS NULL RETURNING ${IN_EVENT} AS data`,
);

/** Finds the link of a secret, and how many features it turns off. */
export const FIND = statement<[secretHash: Buffer], { id: number; features: number }>(
  'emergency-link.find',
  /* sql */ `
    SELECT l.id, (SELECT count(*)::int FROM ${FEATURES}) AS features
      FROM emergency_link l WHERE l.secret_hash = $1`,
);

/** A link to use. */
export interface FoundLink {
  id: number;
  project: string;
  feature: string | null;
  tag: LinkTagResponse | null;
  environment: string;
  reason: string | null;
  singleUse: boolean;
  expiresAt: string;
  state: LinkState;
  userId: number;
  tokenId: string | null;
  features: LinkFeatureResponse[];
}

export const READ_TO_USE = statement<[id: number], FoundLink>(
  'emergency-link.read-to-use',
  /* sql */ `
    SELECT l.id, ${PROJECT} AS project, l.feature_name AS feature, ${TAG} AS tag, l.environment,
           l.reason, l.single_use AS "singleUse", iso8601(l.expires_at) AS "expiresAt",
           ${STATE} AS state, l.created_by_user_id AS "userId", l.created_by_token AS "tokenId",
           (SELECT COALESCE(jsonb_agg(jsonb_build_object('name', s.name, 'enabled', s.enabled)
              ORDER BY s.name), '[]')
              FROM (SELECT g.name, EXISTS (SELECT FROM feature_environment fe
                      WHERE fe.feature_name = g.name AND fe.environment = l.environment
                        AND fe.enabled) AS enabled FROM ${FEATURES}) s) AS features
      FROM ${LINKS} WHERE l.id = $1`,
);

/** Counts a use of a link that is still usable; of concurrent uses, one after the other. */
export const USE = statement<[id: number], { id: number }>(
  'emergency-link.use',
  /* sql */ `
    UPDATE emergency_link l SET uses = l.uses + 1, used_at = now()
     WHERE l.id = $1 AND ${IS_USABLE} RETURNING l.id`,
);
