import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { type Json, toJson } from '../../../platform/http/json.js';
import { containsPattern, wholeWithin } from '../../../platform/http/query-values.js';
import { noProject } from '../../../core/event/live-project.js';
import type {
  ApplicationListQuery,
  OutdatedSdksResponse,
  ProjectApplicationsResponse,
} from './application.dto.js';
import { isOutdated } from './outdated-sdk.js';
import { statement } from '../../../platform/database/statement.js';

/**
 * The applications that reported usage of live features of a project within the last 30 days, by
 * environment. `OFFSET 0` has PostgreSQL look up each feature, instead of reading what all features
 * are used by.
 */
const USERS = /* sql */ `
  SELECT DISTINCT a.app_name, a.environment FROM feature f
    CROSS JOIN LATERAL (SELECT u.app_name, u.environment FROM client_application_feature u
      WHERE u.feature_name = f.name AND u.hour > now() - interval '720 hours' OFFSET 0) a
   WHERE f.project = $1 AND f.archived_at IS NULL`;

/** Whether an instance `i` was seen within the last two days. */
const IS_ALIVE = "i.seen_at > now() - interval '48 hours'";

/** A live instance `i` of an application `u` in its environment. */
const INSTANCE = /* sql */ `
  client_instance i ON i.app_name = u.app_name AND i.environment = u.environment AND ${IS_ALIVE}`;

/** A page of applications of a project whose texts match a pattern. */
const listed = (direction: 'ASC' | 'DESC'): string => /* sql */ `
    WITH seen AS (
      SELECT u.app_name, u.environment, i.instance_id, i.sdk_version FROM (${USERS}) u
        LEFT JOIN ${INSTANCE}
    ), found AS (
      SELECT DISTINCT s.app_name FROM seen s
       WHERE $2::text IS NULL OR s.app_name ILIKE $2 OR s.environment ILIKE $2
         OR s.instance_id ILIKE $2 OR s.sdk_version ILIKE $2
    ), page AS (
      SELECT app_name FROM found ORDER BY app_name ${direction} OFFSET $3 LIMIT $4
    ), places AS (
      SELECT s.app_name, json_agg(DISTINCT s.environment ORDER BY s.environment) AS environments,
             json_agg(DISTINCT s.instance_id ORDER BY s.instance_id)
               FILTER (WHERE s.instance_id IS NOT NULL) AS instances
        FROM seen s JOIN page USING (app_name) GROUP BY 1
    ), sdks AS (
      SELECT app_name, json_agg(json_build_object('name', sdk, 'versions', COALESCE(versions, '[]'))
        ORDER BY sdk) AS list
        FROM (SELECT s.app_name, split_part(s.sdk_version, ':', 1) AS sdk,
                     json_agg(DISTINCT split_part(s.sdk_version, ':', 2))
                       FILTER (WHERE split_part(s.sdk_version, ':', 2) <> '') AS versions
                FROM seen s JOIN page USING (app_name) WHERE s.sdk_version <> '' GROUP BY 1, 2) sdk
       GROUP BY 1
    )
    SELECT json_build_object('total', (SELECT count(*) FROM found), 'applications', (
             SELECT COALESCE(json_agg(json_build_object('name', p.app_name,
               'environments', p.environments, 'instances', COALESCE(p.instances, '[]'),
                      'sdks', COALESCE(sdks.list, '[]')) ORDER BY p.app_name ${direction}), '[]')
               FROM places p LEFT JOIN sdks USING (app_name)))::text AS answer
      FROM project WHERE id = $1`;

type ListParams = [projectId: string, pattern: string | null, offset: number, limit: number];

const LIST_ASCENDING = statement<ListParams, { answer: Json<ProjectApplicationsResponse> }>(
  'project-application.list-ascending',
  listed('ASC'),
);

const LIST_DESCENDING = statement<ListParams, { answer: Json<ProjectApplicationsResponse> }>(
  'project-application.list-descending',
  listed('DESC'),
);

const LIST_OUTDATED_SDKS = statement<
  [projectId: string, hiddenProjects: readonly string[]],
  { answer: Json<OutdatedSdksResponse> }
>(
  'project-application.list-outdated-sdks',
  /* sql */ `
    WITH version AS MATERIALIZED (
      SELECT i.sdk_version FROM client_instance i WHERE ${IS_ALIVE}
       GROUP BY 1 HAVING ${isOutdated('i.sdk_version')}
    )
    SELECT json_build_object('sdks', (
             SELECT COALESCE(json_agg(json_build_object('sdkVersion', old.sdk_version,
               'applications', old.applications) ORDER BY old.sdk_version), '[]')
               FROM (SELECT i.sdk_version,
                 json_agg(DISTINCT i.app_name ORDER BY i.app_name) AS applications
                       FROM (${USERS} AND EXISTS (SELECT FROM version)) u JOIN ${INSTANCE}
                       JOIN version USING (sdk_version)
                       GROUP BY 1) old))::text AS answer
      FROM project WHERE id = $1 AND id <> ALL ($2::text[])`,
);

/** Reads the applications that use features of a project. */
@Injectable()
export class ProjectApplicationReadModel {
  constructor(private readonly database: Database) {}

  /**
   * A page of the applications, by name.
   * @throws NotFoundError when the project does not exist.
   */
  async list(
    projectId: string,
    wanted: ApplicationListQuery,
    reader: Reader,
  ): Promise<Json<ProjectApplicationsResponse>> {
    const { query, offset, limit, sortOrder } = wanted;
    const pattern = query?.trim() ? containsPattern(query.trim()) : null;
    const [row] = await this.database.runFor(
      reader,
      sortOrder === 'desc' ? LIST_DESCENDING : LIST_ASCENDING,
      [projectId, pattern, wholeWithin(offset, 0, 2 ** 31, 0), wholeWithin(limit, 1, 1000, 50)],
    );
    if (!row) throw noProject(projectId);
    return row.answer;
  }

  /** The outdated SDKs of the applications; empty for an unknown project (reference behaviour). */
  async outdatedSdks(
    projectId: string,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<OutdatedSdksResponse>> {
    const place = [projectId, hiddenProjects] as const;
    const [row] = await this.database.runFor(reader, LIST_OUTDATED_SDKS, place);
    return row?.answer ?? toJson({ sdks: [] });
  }
}
