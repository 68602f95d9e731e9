import { statement } from '../../database/statement.js';
import type { Json } from '../../http/json.js';
import type { EdgesResponse } from './edge.response.js';

/**
 * Maximum number of edges of an environment that are kept; further ones are not added. Each
 * environment has its own, so that reports with the token of one cannot keep out others.
 */
export const MAX_KEPT = 1_000;
/** How long an edge is kept after its last report. */
export const KEPT_DAYS = 7;

/** Stores reports of edges, with the present time. */
export const REPORT = statement<[environment: string, edges: string]>(
  'edge.report',
  /* sql */ `
    INSERT INTO edge_instance (environment, identifier, app_name, edge_version, region, hosting,
      upstream, started_at, reported_at, figures)
    SELECT $1, r.identifier, r."appName", r."edgeVersion", r.region, r.hosting, r.upstream,
           r."startedAt", now(), r.figures
      FROM jsonb_to_recordset($2::jsonb) AS r(identifier text, "appName" text, "edgeVersion" text,
             region text, hosting text, upstream text, "startedAt" timestamptz, figures jsonb)
     WHERE (SELECT count(*) FROM edge_instance WHERE environment = $1) < ${MAX_KEPT} OR EXISTS (
       SELECT FROM edge_instance e WHERE e.environment = $1 AND e.identifier = r.identifier)
     ORDER BY r.identifier COLLATE "C"
    ON CONFLICT ON CONSTRAINT edge_instance_pkey DO UPDATE
      SET app_name = excluded.app_name, edge_version = excluded.edge_version,
          region = excluded.region, hosting = excluded.hosting, upstream = excluded.upstream,
          started_at = excluded.started_at, reported_at = excluded.reported_at,
          figures = excluded.figures`,
);

/** Lists a page of edges, those that reported last first. */
export const LIST = statement<[limit: number, offset: number], { edges: Json<EdgesResponse> }>(
  'edge.list',
  /* sql */ `
    SELECT jsonb_build_object('edges', (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('identifier', e.identifier,
                 'environment', e.environment, 'appName', e.app_name,
                 'edgeVersion', e.edge_version, 'region', e.region, 'hosting', e.hosting,
                 'upstream', e.upstream, 'started', iso8601(e.started_at),
                 'reportedAt', iso8601(e.reported_at)) || e.figures
                 ORDER BY e.reported_at DESC, e.environment, e.identifier), '[]')
          FROM (SELECT * FROM edge_instance
                 ORDER BY reported_at DESC, environment, identifier LIMIT $1 OFFSET $2) e),
      'total', (SELECT count(*) FROM edge_instance))::text AS edges`,
);

export const FORGET = statement<[]>(
  'edge.forget',
  /* sql */ `
    DELETE FROM edge_instance WHERE (environment, identifier) IN (
      SELECT environment, identifier FROM edge_instance
       WHERE reported_at < now() - interval '${KEPT_DAYS * 24} hours'
       ORDER BY environment COLLATE "C", identifier COLLATE "C" FOR UPDATE SKIP LOCKED)`,
);
