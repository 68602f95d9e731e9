import type { Statement } from '../../database/database.js';
import { LIST_FEATURES } from '../../feature/feature.sql.js';
import { featureCounts, HEALTH, timesToProduction } from '../project.sql.js';

const within = (moment: string, window: 'current' | 'past'): string =>
  window === 'current'
    ? `${moment} > now() - interval '30 days'`
    : `${moment} > now() - interval '60 days' AND ${moment} <= now() - interval '30 days'`;

/** Of the events it reads those of the last 60 days, however long the history is. */
const STATS = /* sql */ `(
  SELECT json_build_object(
      'avgTimeToProdCurrentWindow', COALESCE((SELECT days FROM (${timesToProduction('ev.project = $1')}) production WHERE production.project = $1), 0),
      'createdCurrentWindow', features.created, 'createdPastWindow', features.created_before,
      'archivedCurrentWindow', features.archived, 'archivedPastWindow', features.archived_before,
      'projectActivityCurrentWindow', activity.current, 'projectActivityPastWindow', activity.past,
      'projectMembersAddedCurrentWindow', 0)
    FROM (SELECT count(*) FILTER (WHERE ${within('f.created_at', 'current')}) AS created,
                 count(*) FILTER (WHERE ${within('f.created_at', 'past')}) AS created_before,
                 count(*) FILTER (WHERE ${within('f.archived_at', 'current')}) AS archived,
                 count(*) FILTER (WHERE ${within('f.archived_at', 'past')}) AS archived_before
            FROM feature f WHERE f.project = $1) features,
         (SELECT count(*) FILTER (WHERE ${within('ev.created_at', 'current')}) AS current,
                 count(*) FILTER (WHERE ${within('ev.created_at', 'past')}) AS past
            FROM event ev WHERE ev.project = $1 AND ev.id >= (SELECT first_event_since(now() - interval '60 days'))) activity)`;

const SUMMARY = /* sql */ `
  'version', 1, 'name', p.name, 'description', p.description, 'mode', p.mode, 'featureLimit', p.feature_limit,
  'featureNaming', json_build_object('pattern', p.feature_naming -> 'pattern', 'example', p.feature_naming -> 'example',
    'description', p.feature_naming -> 'description'),
  'linkTemplates', p.link_templates, 'defaultStickiness', p.default_stickiness,
  'health', (SELECT ${HEALTH} FROM (VALUES (1)) one LEFT JOIN (${featureCounts('f.project = $1')}) c ON true),
  'favorite', EXISTS (SELECT FROM favorite_project fp WHERE fp.project = p.id AND fp.user_id = $2),
  'updatedAt', iso8601(p.updated_at), 'createdAt', iso8601(p.created_at),
  'environments', (SELECT COALESCE(json_agg(jsonb_build_object('environment', pe.environment)
      || CASE WHEN pe.default_strategy IS NULL THEN '{}' ELSE jsonb_build_object('defaultStrategy', pe.default_strategy) END
      ORDER BY e.sort_order, e.name), '[]')
      FROM project_environment pe JOIN environment e ON e.name = pe.environment WHERE pe.project = p.id),
  'stats', ${STATS}, 'members', 0`;

const ONBOARDING = /* sql */ `
  CASE WHEN EXISTS (SELECT FROM feature f JOIN feature_environment_usage u ON u.feature_name = f.name WHERE f.project = p.id)
       THEN json_build_object('status', 'onboarded')
       ELSE COALESCE((SELECT json_build_object('status', 'first-flag-created', 'feature', f.name) FROM feature f
                       WHERE f.project = p.id AND f.archived_at IS NULL ORDER BY f.created_at, f.name LIMIT 1),
                     json_build_object('status', 'onboarding-started')) END`;

/** $1 project, $2 id of the user who asks. */
export const READ_OVERVIEW: Statement = {
  name: 'project-overview',
  text: /* sql */ `
    SELECT json_build_object(${SUMMARY}, 'archivedAt', iso8601(p.archived_at),
        'featureTypeCounts', (SELECT COALESCE(json_agg(json_build_object('type', n.type, 'count', n.count) ORDER BY t.sort_order, t.id), '[]')
           FROM (SELECT f.type, count(*)::int AS count FROM feature f WHERE f.project = $1 AND f.archived_at IS NULL GROUP BY 1) n
           JOIN feature_type t ON t.id = n.type),
        'onboardingStatus', ${ONBOARDING})::text AS overview
      FROM project p WHERE p.id = $1`,
};

/** $1 project, $2 id of the user who asks, $3 and $4 null: the list of features could be narrowed by them. */
export const READ_DEPRECATED_OVERVIEW: Statement = {
  name: 'project-overview-deprecated',
  text: /* sql */ `
    SELECT json_build_object(${SUMMARY}, 'features', (SELECT listed.list::json -> 'features' FROM (${LIST_FEATURES.text}) listed))::text AS overview
      FROM project p WHERE p.id = $1`,
};
