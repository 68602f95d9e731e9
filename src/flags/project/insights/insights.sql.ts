import { MEMBER_COUNT, NEW_MEMBER_COUNT } from '../../../core/auth/permissions/role.sql.js';
import { featureCounts } from '../../feature-count/feature-count.sql.js';
import { firstInProduction, HEALTH, HEALTH_COUNTS } from '../project.sql.js';
import { FEATURE_TYPE_COUNTS, STATS } from '../stats/stats.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { LeadTimeResponse, ProjectInsightsResponse } from './insights.response.js';

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
        'members', json_build_object('currentMembers', ${MEMBER_COUNT},
          'change', ${NEW_MEMBER_COUNT}))::text AS answer
      FROM project p LEFT JOIN (${featureCounts('$1')}) c ON c.project = p.id
      WHERE p.id = $1`,
);
