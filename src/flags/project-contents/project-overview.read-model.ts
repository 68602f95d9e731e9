import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/event/actor.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { type JsonList, listAsJson, type ListRow } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import { noProject } from '../../core/event/live-project.js';
import type {
  DeprecatedProjectOverviewResponse,
  HealthReportResponse,
  ProjectOverviewResponse,
} from './project-overview.dto.js';
import { MEMBER_COUNT } from '../../core/auth/permissions/role.sql.js';
import { statement } from '../../platform/database/statement.js';
import { featureCounts } from '../feature-count/feature-count.sql.js';
import { listedFeatures } from '../feature/feature.sql.js';
import { FEATURE_TYPE_COUNTS, STATS } from '../project/insights/insights.sql.js';
import { HEALTH, HEALTH_COUNTS, TECHNICAL_DEBT } from '../project/project.sql.js';

const COUNTS = /* sql */ `LEFT JOIN (${featureCounts('$1')}) c ON c.project = p.id`;

/** JSON of a project `p` with counts `c` of live features. */
const SUMMARY = /* sql */ `
  'version', 1, 'name', p.name, 'description', p.description, 'mode', p.mode,
  'featureLimit', p.feature_limit,
  'featureNaming', json_build_object('pattern', p.feature_naming -> 'pattern',
    'example', p.feature_naming -> 'example',
    'description', p.feature_naming -> 'description'),
  'defaultStickiness', p.default_stickiness, 'health', ${HEALTH}, 'technicalDebt',
  ${TECHNICAL_DEBT},
  'favorite', EXISTS (SELECT FROM favorite_project fp WHERE fp.project = p.id AND fp.user_id = $2),
  'updatedAt', iso8601(p.updated_at), 'createdAt', iso8601(p.created_at),
  'environments', (SELECT COALESCE(json_agg(jsonb_build_object('environment', pe.environment)
      || CASE WHEN pe.default_strategy IS NULL THEN '{}'
        ELSE jsonb_build_object('defaultStrategy', pe.default_strategy) END
      ORDER BY e.sort_order, e.name), '[]')
      FROM project_environment pe JOIN environment e ON e.name = pe.environment
      WHERE pe.project = p.id),
  'stats', ${STATS}, 'members', ${MEMBER_COUNT}`;

const ONBOARDING = /* sql */ `
  CASE WHEN EXISTS (SELECT FROM feature f
    JOIN feature_environment_usage u ON u.feature_name = f.name WHERE f.project = p.id)
       THEN json_build_object('status', 'onboarded')
       ELSE COALESCE((SELECT json_build_object('status', 'first-flag-created', 'feature', f.name)
         FROM feature f
                       WHERE f.project = p.id AND f.archived_at IS NULL
                       ORDER BY f.created_at, f.name LIMIT 1),
                     json_build_object('status', 'onboarding-started')) END`;

/** The overview of a project. */
const READ_OVERVIEW = statement<
  [projectId: string, userId: number],
  { overview: Json<ProjectOverviewResponse> }
>(
  'project-overview.read-overview',
  /* sql */ `
    SELECT (jsonb_build_object(${SUMMARY}, 'archivedAt', iso8601(p.archived_at),
      'featureTypeCounts', ${FEATURE_TYPE_COUNTS},
        'onboardingStatus', ${ONBOARDING})
        || CASE WHEN p.link_templates = '[]' THEN '{}'
          ELSE jsonb_build_object('linkTemplates', p.link_templates) END)::text AS overview
      FROM project p ${COUNTS} WHERE p.id = $1`,
);

/** A project `p` with an object of its other properties, and its features. */
const withFeatures = (more = ''): string => /* sql */ `
  SELECT CASE WHEN listed.n IS NULL OR listed.n = 1
           THEN json_build_object(${SUMMARY}${more})::text END AS head, listed.item
    FROM project p ${COUNTS} LEFT JOIN (${listedFeatures()}) listed ON true
   WHERE p.id = $1 ORDER BY listed.n`;

/** The overview with all features. */
const READ_DEPRECATED_OVERVIEW = statement<[projectId: string, userId: number], ListRow>(
  'project-overview.read-deprecated-overview',
  withFeatures(),
);

/** The health report. */
const READ_HEALTH_REPORT = statement<[projectId: string, userId: number], ListRow>(
  'project-overview.read-health-report',
  withFeatures(`, ${HEALTH_COUNTS}`),
);

/** Reads overviews of projects, including archived ones. */
@Injectable()
export class ProjectOverviewReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it does not exist. */
  async get(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<Json<ProjectOverviewResponse>> {
    const values = [projectId, actor.userId] as const;
    const [row] = await this.database.runFor(reader, READ_OVERVIEW, values);
    if (!row) throw noProject(projectId);
    return row.overview;
  }

  /**
   * Includes all features.
   * @throws NotFoundError when the project does not exist.
   */
  async getDeprecated(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<JsonList<DeprecatedProjectOverviewResponse>> {
    const values = [projectId, actor.userId] as const;
    const pages = await this.database.pagesFor(reader, READ_DEPRECATED_OVERVIEW, values);
    if (pages.first.length === 0) throw noProject(projectId);
    return listAsJson(pages, 'features');
  }

  /**
   * Includes all features, with the number of stale ones.
   * @throws NotFoundError when the project does not exist.
   */
  async getHealthReport(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<JsonList<HealthReportResponse>> {
    const values = [projectId, actor.userId] as const;
    const pages = await this.database.pagesFor(reader, READ_HEALTH_REPORT, values);
    if (pages.first.length === 0) throw noProject(projectId);
    return listAsJson(pages, 'features');
  }
}
