import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { noProject } from '../../../core/event/live-project.js';
import type { ProjectStatusResponse } from './status.response.js';
import { MEMBER_COUNT } from '../../../core/auth/permissions/role.sql.js';
import { eventsByDay } from '../../../core/event/event-tally.sql.js';
import { isEveryones } from '../../../core/event/event-entries.js';
import { featureCounts } from '../../feature-count/feature-count.sql.js';
import { HEALTH, TECHNICAL_DEBT } from '../project.sql.js';
import { statement } from '../../../platform/database/statement.js';

const ACTIVITY = /* sql */ `(
  SELECT COALESCE(json_agg(json_build_object('date', day, 'count', events) ORDER BY day), '[]')
    FROM (SELECT to_char(n.day, 'YYYY-MM-DD') AS day, sum(n.events)::bigint AS events
            FROM ${eventsByDay('$1', "(now() - interval '8760 hours')", isEveryones)} n
           GROUP BY 1) activity)`;

/** The stays of features in stages, until the next one. The last stay is the current stage. */
const STAYS = /* sql */ `
  SELECT l.stage, f.archived_at IS NULL AND lead(l.stage) OVER life IS NULL AS current,
         extract(epoch FROM lead(l.entered_at) OVER life - l.entered_at) / 86400 AS days
    FROM feature f JOIN feature_lifecycle l ON l.feature_name = f.name WHERE f.project = $1
  WINDOW life AS (PARTITION BY f.name ORDER BY l.entered_at,
    array_position('{initial,pre-live,live,completed,archived}', l.stage))`;

const stage = (name: string): string => /* sql */ `(
  SELECT json_build_object('averageDays', round(avg(s.days)), 'currentFlags', count(*)
    FILTER (WHERE s.current)) FROM stays s WHERE s.stage = '${name}')`;

const ARCHIVED = /* sql */ `(
  SELECT json_build_object('currentFlags', count(*), 'last30Days', count(*)
    FILTER (WHERE f.archived_at > now() - interval '720 hours'))
    FROM feature f WHERE f.project = $1 AND f.archived_at IS NOT NULL)`;

/**
 * The status of a project. Only tokens that name the project are counted, not those for all
 * projects.
 */
const READ_STATUS = statement<[projectId: string], { answer: Json<ProjectStatusResponse> }>(
  'project-status.read-status',
  /* sql */ `
    WITH stays AS (${STAYS})
    SELECT json_build_object('activityCountByDate', ${ACTIVITY},
        'resources', json_build_object(
          'apiTokens', (SELECT count(*) FROM api_token_project t WHERE t.project = $1),
          'members', ${MEMBER_COUNT},
          'segments', (SELECT count(*) FROM segment s WHERE s.project = $1)),
        'health', json_build_object('current', ${HEALTH}),
        'technicalDebt', json_build_object('current', ${TECHNICAL_DEBT}),
        'lifecycleSummary', json_build_object('initial', ${stage('initial')},
          'preLive', ${stage('pre-live')}, 'live', ${stage('live')},
          'completed', ${stage('completed')}, 'archived', ${ARCHIVED}),
        'staleFlags', json_build_object('total', COALESCE(c.stale + c.potentially_stale, 0)))::text
          AS answer
      FROM project p LEFT JOIN (${featureCounts('$1')}) c ON c.project = p.id
      WHERE p.id = $1`,
);

/** Reads the status of projects, including archived ones. */
@Injectable()
export class ProjectStatusReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it does not exist. */
  async get(projectId: string, reader: Reader): Promise<Json<ProjectStatusResponse>> {
    const [row] = await this.database.runFor(reader, READ_STATUS, [projectId]);
    if (!row) throw noProject(projectId);
    return row.answer;
  }
}
