import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { EdgesResponse } from './edge.dto.js';

/**
 * Maximum number of edges of an environment that are kept; further ones are not added. Each
 * environment has its own, so that reports with the token of one cannot keep out others.
 */
const MAX_KEPT = 1_000;
/** How long an edge is kept after its last report. */
export const KEPT_DAYS = 7;

const REPORTED = /* sql */ `
  jsonb_to_recordset($2::jsonb) AS r(identifier text, "appName" text, "edgeVersion" text,
    region text, hosting text, upstream text, "startedAt" timestamptz, figures jsonb)`;

/**
 * Stores reports of edges that are kept already, with the present time. Returns whether there are
 * others, and room for them.
 */
export const UPDATE_KNOWN = statement<
  [environment: string, edges: string],
  { hasNew: boolean; hasRoom: boolean }
>(
  'edge.update-known',
  /* sql */ `
    WITH known AS MATERIALIZED (
      SELECT e.identifier FROM edge_instance e
       WHERE e.environment = $1 AND e.identifier IN (SELECT r.identifier FROM ${REPORTED})
       ORDER BY e.identifier COLLATE "C" FOR NO KEY UPDATE /* locks edges */
    ), updated AS (
      UPDATE edge_instance e
         SET app_name = r."appName", edge_version = r."edgeVersion", region = r.region,
             hosting = r.hosting, upstream = r.upstream, started_at = r."startedAt",
             reported_at = now(), figures = r.figures
        FROM known k, ${REPORTED}
       WHERE e.environment = $1 AND e.identifier = k.identifier AND r.identifier = k.identifier
      RETURNING e.identifier
    )
    SELECT (SELECT count(*) FROM updated) < jsonb_array_length($2::jsonb) AS "hasNew",
           (SELECT count(*) FROM edge_instance e WHERE e.environment = $1) < ${MAX_KEPT}
             AS "hasRoom"`,
);

/** Adds the edges that are not kept yet, as many as there is room for. */
export const ADD_NEW = statement<[environment: string, edges: string]>(
  'edge.add-new',
  /* sql */ `
    INSERT INTO edge_instance (environment, identifier, app_name, edge_version, region, hosting,
      upstream, started_at, figures)
    SELECT $1, r.identifier, r."appName", r."edgeVersion", r.region, r.hosting, r.upstream,
           r."startedAt", r.figures
      FROM ${REPORTED}
     WHERE NOT EXISTS (SELECT FROM edge_instance e
       WHERE e.environment = $1 AND e.identifier = r.identifier)
     ORDER BY r.identifier COLLATE "C"
     LIMIT GREATEST(0, ${MAX_KEPT}
       - (SELECT count(*) FROM edge_instance e WHERE e.environment = $1))
    ON CONFLICT ON CONSTRAINT edge_instance_pkey DO NOTHING`,
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
