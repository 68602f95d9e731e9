import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { ConnectionsResponse, TrafficResponse } from './traffic.dto.js';

/** How long traffic is kept. */
const KEPT_DAYS = 1830;

/** Adds up requests. Ordered by key, so that instances that write at once cannot deadlock. */
export const ADD_REQUESTS = statement<[counted: string]>(
  'traffic.add-requests',
  /* sql */ `
    INSERT INTO traffic_day AS t (day, api_path, outcome, requests)
    SELECT r.day, r."apiPath", r.outcome, r.requests
      FROM jsonb_to_recordset($1)
        AS r (day date, "apiPath" text, outcome text, requests bigint)
     ORDER BY r.day, r."apiPath" COLLATE "C", r.outcome COLLATE "C"
    ON CONFLICT ON CONSTRAINT traffic_day_pkey DO UPDATE
      SET requests = t.requests + excluded.requests`,
);

/** Pairs of the stored and the new value of each register of the sketch `s`. */
const PAIRS = 'unnest(s.registers, excluded.registers) AS pair (stored, seen)';

/** The first day of the month of a day. */
const monthOf = (day: string): string => `(${day} - (extract(day FROM ${day})::int - 1))`;

/** Merges sketches of days into those of the days and of their months. */
export const MERGE_SKETCHES = statement<[sketches: string]>(
  'traffic.merge-sketches',
  /* sql */ `
    INSERT INTO connection_sketch AS s (period, starts, kind, registers)
    SELECT into_period.name, CASE into_period.name WHEN 'day' THEN r.day
             ELSE ${monthOf('r.day')} END, r.kind, r.registers
      FROM jsonb_to_recordset($1) AS r (day date, kind text, registers smallint[])
     CROSS JOIN (VALUES ('day'), ('month')) AS into_period (name)
     ORDER BY into_period.name, r.day, r.kind COLLATE "C"
    ON CONFLICT ON CONSTRAINT connection_sketch_pkey DO UPDATE
      SET registers = ARRAY(SELECT GREATEST(stored, seen) FROM ${PAIRS})
     WHERE EXISTS (SELECT FROM ${PAIRS} WHERE seen > stored)`,
);

const IS_OLD = (day: string): string => `${day} < (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}`;

export const FORGET_REQUESTS = statement<[]>(
  'traffic.forget-requests',
  /* sql */ `
    DELETE FROM traffic_day WHERE (day, api_path, outcome) IN (
      SELECT day, api_path, outcome FROM traffic_day WHERE ${IS_OLD('day')}
       ORDER BY day, api_path COLLATE "C", outcome COLLATE "C" FOR UPDATE SKIP LOCKED)`,
);

export const FORGET_SKETCHES = statement<[]>(
  'traffic.forget-sketches',
  /* sql */ `
    DELETE FROM connection_sketch WHERE (period, starts, kind) IN (
      SELECT period, starts, kind FROM connection_sketch WHERE ${IS_OLD('starts')}
       ORDER BY period COLLATE "C", starts, kind COLLATE "C" FOR UPDATE SKIP LOCKED)`,
);

type Range = [grouping: string, from: string, to: string];

/** A day or its month, as `$1` says. */
const periodOf = (day: string): string =>
  `to_char(${day}, CASE $1 WHEN 'monthly' THEN 'YYYY-MM' ELSE 'YYYY-MM-DD' END)`;

const answer = (data: string): string => /* sql */ `
  json_build_object('grouping', $1::text,
    'dateRange', json_build_object('from', $2::text, 'to', $3::text),
    'apiData', COALESCE((${data}), '[]'))::text`;

/** The requests of each API by day or month; those without requests are left out. */
export const READ_REQUESTS = statement<Range, { answer: Json<TrafficResponse> }>(
  'traffic.read-requests',
  /* sql */ `
    SELECT ${answer(/* sql */ `
      SELECT json_agg(json_build_object('apiPath', a.api_path, 'dataPoints', a.points)
               ORDER BY a.api_path)
        FROM (SELECT p.api_path, json_agg(json_build_object('period', p.period,
                       'trafficTypes', p.types) ORDER BY p.period) AS points
                FROM (SELECT n.api_path, n.period, json_agg(json_build_object('group', n.outcome,
                               'count', n.requests) ORDER BY n.outcome DESC) AS types
                        FROM (SELECT t.api_path, ${periodOf('t.day')} AS period, t.outcome,
                                     sum(t.requests)::bigint AS requests FROM traffic_day t
                               WHERE t.day BETWEEN ($2::text)::date AND ($3::text)::date
                               GROUP BY 1, 2, 3) n
                       GROUP BY 1, 2) p
               GROUP BY 1) a`)} AS answer`,
);

/** The different connections of each kind by day or month. */
export const READ_CONNECTIONS = statement<Range, { answer: Json<ConnectionsResponse> }>(
  'traffic.read-connections',
  /* sql */ `
    SELECT ${answer(/* sql */ `
      SELECT json_agg(json_build_object('meteredGroup', k.kind, 'dataPoints', k.points)
               ORDER BY k.kind)
        FROM (SELECT s.kind, json_agg(json_build_object('period', ${periodOf('s.starts')},
                       'connections', s.connections) ORDER BY s.starts) AS points
                FROM connection_sketch s
               WHERE s.period = CASE $1 WHEN 'monthly' THEN 'month' ELSE 'day' END
                 AND s.starts >= CASE $1 WHEN 'monthly' THEN ${monthOf('($2::text)::date')}
                       ELSE ($2::text)::date END
                 AND s.starts <= ($3::text)::date
               GROUP BY 1) k`)} AS answer`,
);
