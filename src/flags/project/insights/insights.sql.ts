import { MEMBER_COUNT, NEW_MEMBER_COUNT } from '../../../core/auth/permissions/role.sql.js';
import { eventsByDay } from '../../../core/event/event-tally.sql.js';
import { isEveryones } from '../../../core/event/event-entries.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { featureCounts } from '../../feature-count/feature-count.sql.js';
import {
  firstInProduction,
  HEALTH,
  HEALTH_COUNTS,
  TECHNICAL_DEBT,
  timeToProduction,
} from '../project.sql.js';
import type { LeadTimeResponse, ProjectInsightsResponse } from './insights.dto.js';

const within = (moment: string, window: 'current' | 'past'): string =>
  window === 'current'
    ? `${moment} > now() - interval '720 hours'`
    : `${moment} > now() - interval '1440 hours' AND ${moment} <= now() - interval '720 hours'`;

/**
 * Numbers of events of the project within 30 and 60 days, of types that everybody may read. One
 * subquery counts both, so that PostgreSQL plans the partitions of events once.
 */
const CHANGES = /* sql */ `
  SELECT COALESCE(sum(n.events) FILTER (WHERE n.hours = 720), 0) AS current,
         COALESCE(sum(n.events) FILTER (WHERE n.hours = 1440), 0) AS both
    FROM (SELECT since.hours, counted.events FROM (VALUES (720), (1440)) since (hours)
      CROSS JOIN LATERAL (SELECT sum(one.events)::bigint AS events
        FROM ${eventsByDay('$1', '(now() - make_interval(hours => since.hours))', isEveryones)} one
      ) counted) n`;

/** Statistics of a project as JSON. */
export const STATS = /* sql */ `(
  SELECT json_build_object(
      'avgTimeToProdCurrentWindow', COALESCE((${timeToProduction('$1')}), 0),
      'createdCurrentWindow', features.created, 'createdPastWindow', features.created_before,
      'archivedCurrentWindow', features.archived, 'archivedPastWindow', features.archived_before,
      'projectActivityCurrentWindow', activity.current, 'projectActivityPastWindow', activity.past,
      'projectMembersAddedCurrentWindow', 0)
    FROM (SELECT count(*) FILTER (WHERE ${within('f.created_at', 'current')}) AS created,
                 count(*) FILTER (WHERE ${within('f.created_at', 'past')}) AS created_before,
                 count(*) FILTER (WHERE ${within('f.archived_at', 'current')}) AS archived,
                 count(*) FILTER (WHERE ${within('f.archived_at', 'past')}) AS archived_before
            FROM feature f WHERE f.project = $1) features,
         (SELECT n.current, n.both - n.current AS past
            FROM (${CHANGES}) n) activity)`;

/** Numbers of live features by type as JSON, without types that have none. */
export const FEATURE_TYPE_COUNTS = /* sql */ `(
  SELECT COALESCE(json_agg(json_build_object('type', n.type, 'count', n.count)
    ORDER BY t.sort_order, t.id), '[]')
    FROM (SELECT f.type, count(*)::int AS count FROM feature f
      WHERE f.project = $1 AND f.archived_at IS NULL GROUP BY 1) n
    JOIN feature_type t ON t.id = n.type)`;

/**
 * Lead times of features of a project, including archived ones, that were created within a year:
 * until they were first on in a production environment.
 */
const LEAD_TIME = /* sql */ `(
  SELECT json_build_object('projectAverage', COALESCE(round(avg(days), 1), 0),
           'features', COALESCE(json_agg(json_build_object('name', name,
             'timeToProduction', round(days, 1)) ORDER BY name), '[]'))
    FROM (SELECT first.name, extract(epoch FROM first.at - first.created_at) / 86400 AS days
            FROM (${firstInProduction(`
              f.project = $1 AND f.created_at > now() - interval '8760 hours'`)}) first) lead)`;

/** The lead times of a project. */
export const READ_LEAD_TIME = statement<[projectId: string], { answer: Json<LeadTimeResponse> }>(
  'insights.read-lead-time',
  /* sql */ `
    SELECT ${LEAD_TIME}::text AS answer FROM project p WHERE p.id = $1`,
);

/** The insights of a project. */
export const READ_INSIGHTS = statement<
  [projectId: string],
  { answer: Json<ProjectInsightsResponse> }
>(
  'insights.read-insights',
  /* sql */ `
    SELECT json_build_object('stats', ${STATS}, 'leadTime', ${LEAD_TIME},
      'featureTypeCounts', ${FEATURE_TYPE_COUNTS},
        'health', json_build_object('rating', ${HEALTH}, ${HEALTH_COUNTS}),
        'technicalDebt', json_build_object('rating', ${TECHNICAL_DEBT}, ${HEALTH_COUNTS}),
        'members', json_build_object('currentMembers', ${MEMBER_COUNT},
          'change', ${NEW_MEMBER_COUNT}))::text AS answer
      FROM project p LEFT JOIN (${featureCounts('$1')}) c ON c.project = p.id
      WHERE p.id = $1`,
);
