import { MEMBER_COUNT, OWNERS } from '../../core/auth/permissions/role.sql.js';
import { lastEventAt, UNTALLIED_ON } from '../../core/event/event-tally.sql.js';
import { isEveryones } from '../../core/event/event-entries.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import { featureCounts } from '../feature-count/feature-count.sql.js';
import type { Project } from './project.entity.js';
import type { ProjectListResponse } from './project.dto.js';

/** JSON of a project `p`, as in events. */
const PROJECT_JSON = /* sql */ `
  json_build_object('id', p.id, 'name', p.name, 'description', p.description, 'mode', p.mode,
    'defaultStickiness', p.default_stickiness,
    'featureLimit', p.feature_limit, 'featureNaming', p.feature_naming,
    'linkTemplates', p.link_templates,
    'createdAt', iso8601(p.created_at), 'archivedAt', iso8601(p.archived_at))`;

export const COUNT = statement<[], { count: number }>(
  'project.count',
  'SELECT count(*)::int AS count FROM project',
);

/**
 * Health in percent from the counts `c`, which may be null: the share of features that are neither
 * stale nor potentially stale.
 */
export const HEALTH = /* sql */ `
  COALESCE(round(100 - 100.0 * c.stale / c.live - 100.0 * c.potentially_stale / c.live),
    100)::int`;

/** The percentage of the others. */
export const TECHNICAL_DEBT = `100 - ${HEALTH}`;

/** The same as counts of features. */
export const HEALTH_COUNTS = /* sql */ `
  'activeCount', COALESCE(c.live - c.stale - c.potentially_stale, 0),
  'potentiallyStaleCount', COALESCE(c.potentially_stale, 0),
  'staleCount', COALESCE(c.stale, 0)`;

/**
 * When features `f` that match the condition were first on in production: `name, project,
 * created_at, at`. What is tallied happened before what is not, and belongs to the feature that
 * exists now, not to a deleted one of the same name.
 */
export const firstInProduction = (condition: string): string => /* sql */ `
  SELECT f.name, f.project, f.created_at, COALESCE(tallied.at, untallied.created_at) AS at
    FROM feature f
    LEFT JOIN LATERAL (
      SELECT t.at FROM feature_first_on t
       WHERE t.feature_name = f.name
         AND t.environment = ANY (ARRAY(SELECT e.name FROM environment e
           WHERE e.type = 'production')) ORDER BY t.event_id LIMIT 1
    ) tallied ON true
    LEFT JOIN ${UNTALLIED_ON} untallied
      ON untallied.feature_name = f.name AND untallied.created_at >= f.created_at
   WHERE ${condition} AND COALESCE(tallied.at, untallied.created_at) IS NOT NULL`;

/** The production environments. */
const PRODUCTION = "ARRAY(SELECT e.name FROM environment e WHERE e.type = 'production')";

/**
 * Average age in days at which features were first turned on in production within the last 30 days,
 * by project. A feature that was on before in another production environment does not count. What
 * is not tallied yet counts for features without a tally. OFFSET 0 keeps PostgreSQL from reading
 * all features, because few are looked up.
 */
export const TIMES_TO_PRODUCTION = /* sql */ `
  SELECT f.project, round(avg(extract(epoch FROM first.at - f.created_at)) / 86400, 1) AS days
    FROM (
      SELECT t.feature_name, t.at FROM feature_first_on t
       WHERE t.at > now() - interval '720 hours' AND t.environment = ANY (${PRODUCTION})
         AND t.event_id = (SELECT min(own.event_id) FROM feature_first_on own
           WHERE own.feature_name = t.feature_name AND own.environment = ANY (${PRODUCTION}))
      UNION ALL
      SELECT e.feature_name, e.created_at FROM ${UNTALLIED_ON} e
       WHERE e.created_at > now() - interval '720 hours'
         AND NOT EXISTS (SELECT FROM feature_first_on t
           WHERE t.feature_name = e.feature_name AND t.environment = ANY (${PRODUCTION}))
    ) first
    CROSS JOIN LATERAL (SELECT f.project, f.created_at FROM feature f
      WHERE f.name = first.feature_name AND f.created_at <= first.at OFFSET 0) f
   GROUP BY 1`;

/** The same of one project, whose features are read instead of those of all projects. */
export const timeToProduction = (project: string): string => /* sql */ `
  SELECT round(avg(extract(epoch FROM first.at - first.created_at)) / 86400, 1)
    FROM (${firstInProduction(`f.project = ${project}`)}) first
   WHERE first.at > now() - interval '720 hours' AND first.created_at <= first.at`;

/** Projects without hidden ones. A missing description is omitted, not null. */
export const LIST_PROJECTS = statement<
  [archived: boolean, userId: number, hiddenProjects: readonly string[]],
  { list: Json<ProjectListResponse> }
>(
  'project.list-projects',
  /* sql */ `
    WITH counts AS (${featureCounts()}
    ), production AS (${TIMES_TO_PRODUCTION}
    )
    SELECT json_build_object('version', 1, 'projects', COALESCE(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'description', p.description, 'health', ${HEALTH},
        'technicalDebt', ${TECHNICAL_DEBT}, 'featureCount', COALESCE(c.live, 0),
        'staleFeatureCount', COALESCE(c.stale, 0),
        'potentiallyStaleFeatureCount', COALESCE(c.potentially_stale, 0),
        'memberCount', ${MEMBER_COUNT},
        'createdAt', iso8601(p.created_at), 'updatedAt', iso8601(p.updated_at),
        'lastUpdatedAt', iso8601(${lastEventAt('p.id', isEveryones)}),
        'archivedAt', iso8601(p.archived_at),
        'favorite', EXISTS (SELECT FROM favorite_project fp
          WHERE fp.project = p.id AND fp.user_id = $2),
        'mode', p.mode, 'defaultStickiness', p.default_stickiness,
        'avgTimeToProduction', COALESCE(t.days, 0),
        'lastReportedFlagUsage', iso8601(u.last_seen_at), 'owners', ${OWNERS}
      ) - CASE WHEN p.description IS NULL THEN 'description' ELSE '' END ORDER BY p.name, p.id),
        '[]'))::text AS list
      FROM project p
      LEFT JOIN counts c ON c.project = p.id
      LEFT JOIN project_usage u ON u.project = p.id
      LEFT JOIN production t ON t.project = p.id
     WHERE (p.archived_at IS NOT NULL) = $1 AND p.id <> ALL ($3::text[])`,
);

/** Whether a project id is taken. */
export const PROJECT_ID_TAKEN = statement<[id: string]>(
  'project.project-id-taken',
  'SELECT FROM project WHERE id = $1',
);

export const ENABLED_ENVIRONMENTS = statement<[], { name: string }>(
  'project.enabled-environments',
  'SELECT name FROM environment WHERE enabled',
);

export const ADD_ENVIRONMENTS = statement<[projectId: string, environments: readonly string[]]>(
  'project.add-environments',
  'INSERT INTO project_environment (project, environment) SELECT $1, unnest($2::text[])',
);

export const LIST_ENVIRONMENTS = statement<[projectId: string], { name: string }>(
  'project.list-environments',
  /* sql */ `
    SELECT e.name FROM environment e JOIN project_environment pe ON pe.environment = e.name
      WHERE pe.project = $1 ORDER BY e.sort_order, e.name`,
);

export const READ_IN_EVENT = statement<[id: string], { project: Project }>(
  'project.read-in-event',
  /* sql */ `
    SELECT ${PROJECT_JSON} AS project FROM project p WHERE p.id = $1`,
);

const INSERT = /* sql */ `
  INSERT INTO project (id, name, description, mode, default_stickiness, feature_limit)
  VALUES ($1, $2, $3, $4, $5, $6)`;

type ProjectParams = [
  id: string,
  name: string,
  description: string | null,
  mode: string,
  defaultStickiness: string,
  featureLimit: number | null,
];

export const ADD_PROJECT = statement<ProjectParams>('project.add-project', `${INSERT} RETURNING 1`);

export const ADD_UNLESS_TAKEN = statement<ProjectParams>(
  'project.add-unless-taken',
  `${INSERT} ON CONFLICT ON CONSTRAINT project_pkey DO NOTHING RETURNING 1`,
);

export const FIND_FREE_ID = statement<[id: string, reserved: readonly string[]], { id: string }>(
  'project.find-free-id',
  /* sql */ `
    SELECT c.id FROM generate_series(1, 1000) n
      CROSS JOIN LATERAL (SELECT CASE n WHEN 1 THEN $1 ELSE $1 || '-' || n END AS id) c
     WHERE c.id <> ALL ($2) AND NOT EXISTS (SELECT FROM project p WHERE p.id = c.id)
       AND NOT EXISTS (SELECT FROM deleted_project d WHERE d.id = c.id AND d.is_private)
     ORDER BY n LIMIT 1`,
);

export const KEEP_FEATURES = statement<[projectIds: readonly string[]]>(
  'project.keep-features',
  /* sql */ `
    SELECT FROM feature WHERE project = ANY ($1) ORDER BY name COLLATE "C"
      FOR KEY SHARE /* locks features */`,
);

export const FIND_LIVE_FEATURE = statement<[projectId: string]>(
  'project.find-live-feature',
  'SELECT FROM feature WHERE project = $1 AND archived_at IS NULL LIMIT 1',
);

export const COUNT_FEATURES = statement<[projectId: string], { count: number }>(
  'project.count-features',
  'SELECT count(*)::int AS count FROM feature WHERE project = $1 AND archived_at IS NULL',
);

export const DELETE_PROJECT = statement<[projectId: string], { mode: string }>(
  'project.delete-project',
  'DELETE FROM project WHERE id = $1 RETURNING mode',
);

export const READ_ENVIRONMENTS = statement<[projectId: string], { environment: string }>(
  'project.read-environments',
  'SELECT environment FROM project_environment WHERE project = $1',
);

/** Whether a deleted project with the id was private. */
export const WAS_PRIVATE = statement<[id: string]>(
  'project.was-private',
  'SELECT FROM deleted_project WHERE id = $1 AND is_private',
);

export const COUNT_DELETED_PRIVATE = statement<[], { count: number }>(
  'project.count-deleted-private',
  'SELECT count(*)::int AS count FROM deleted_project WHERE is_private',
);

/** Gives projects the clone of an environment. */
export const COPY_PLACES_OF_PROJECTS = statement<
  [source: string, clone: string, projects: readonly string[]]
>(
  'project.copy-places-of-projects',
  /* sql */ `
    INSERT INTO project_environment (project, environment, default_strategy)
    SELECT p.id, $2, (SELECT pe.default_strategy FROM project_environment pe
                       WHERE pe.project = p.id AND pe.environment = $1)
      FROM unnest($3::text[]) AS p(id)`,
);

/** The patterns that names of new features of a project have to match, also by policies. */
export const PATTERNS = statement<[projectId: string], { pattern: string }>(
  'project.patterns',
  /* sql */ `
    SELECT feature_naming ->> 'pattern' AS pattern FROM project
     WHERE id = $1 AND feature_naming ->> 'pattern' <> ''
    UNION SELECT document ->> 'namePattern' FROM policy
     WHERE enforced AND (project IS NULL OR project = $1) AND document ? 'namePattern'`,
);
