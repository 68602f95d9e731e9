import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { refuseCancelled } from '../../../platform/database/postgres-errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { valuesIn } from '../../../platform/http/filter.js';
import type { Json } from '../../../platform/http/json.js';
import type {
  FeatureDetailsQuery,
  FeatureDetailsResponse,
  FeatureSearchQuery,
  FeatureSearchResponse,
} from './feature-search.dto.js';
import { SEARCH } from './feature-search.sql.js';
import { revealsNoHidden } from '../../../core/auth/permissions/hidden.sql.js';
import { OWNERS } from '../../../core/auth/permissions/role.sql.js';
import { EVENTS } from '../../../core/event/event-entries.js';
import { PRESENT_NAME } from '../../../core/event/event-payload.sql.js';
import { statement } from '../../../platform/database/statement.js';

/** What does not change a feature itself. */
const NO_CHANGES = ['feature-favorited', 'feature-unfavorited', 'feature-potentially-stale-on'];
const CHANGES = Object.keys(EVENTS).filter(
  (type) => type.startsWith('feature-') && !NO_CHANGES.includes(type),
);

// The parts of a strategy have bounds, so that a page is small whatever the strategies contain.
const ENVIRONMENTS = 3;
const STRATEGIES = 2;
const CONSTRAINTS = 2;
const VALUES = 3;
const PARAMETERS = 5;
const CHARACTERS = 100;

const CONSTRAINT_JSON = /* sql */ `
  jsonb_build_object('contextName', c.body -> 'contextName', 'operator', c.body -> 'operator',
    'inverted', COALESCE(c.body -> 'inverted', 'false'),
    'caseInsensitive', COALESCE(c.body -> 'caseInsensitive', 'false'),
    'value', COALESCE(left(c.body ->> 'value', ${CHARACTERS}), ''),
    'values', (SELECT COALESCE(jsonb_agg(left(v.value, ${CHARACTERS}) ORDER BY v.n), '[]')
      FROM jsonb_array_elements_text(jsonb_path_query_array(c.body,
        '$.values[0 to ${VALUES - 1}]')) WITH ORDINALITY v (value, n)),
    'valueCount', jsonb_array_length(COALESCE(NULLIF(c.body -> 'values', 'null'), '[]')))`;

/** JSON of a strategy `fs`, as far as a sentence tells of it. */
const STRATEGY_JSON = /* sql */ `
  jsonb_build_object('name', fs.name,
    'parameters', (SELECT COALESCE(jsonb_object_agg(p.key, left(p.value, ${CHARACTERS})), '{}')
      FROM (SELECT * FROM jsonb_each_text(fs.parameters) LIMIT ${PARAMETERS}) p),
    'segmentCount', (SELECT count(*) FROM feature_strategy_segment s WHERE s.strategy_id = fs.id),
    'constraintCount', fs.constraint_count,
    'constraints', (SELECT COALESCE(jsonb_agg(${CONSTRAINT_JSON} ORDER BY c.n), '[]')
      FROM jsonb_array_elements(jsonb_path_query_array(fs.constraints,
        '$[0 to ${CONSTRAINTS - 1}]')) WITH ORDINALITY c (body, n)))`;

/** The production environments of the feature `f`, or else its first environment. */
const REACH = /* sql */ `
  SELECT COALESCE(jsonb_agg(jsonb_build_object('name', e.name, 'enabled', e.enabled,
      'strategyCount', e.active_strategy_count, 'strategies',
      (SELECT COALESCE(jsonb_agg(${STRATEGY_JSON} ORDER BY fs.sort_order, fs.id), '[]')
         FROM (SELECT * FROM feature_strategy fs
                WHERE fs.feature_name = f.name AND fs.environment = e.name AND NOT fs.disabled
                ORDER BY fs.sort_order, fs.id LIMIT ${STRATEGIES}) fs)) ORDER BY e.n), '[]')
    FROM (
      SELECT e.name, e.type, COALESCE(fe.enabled, false) AS enabled,
             COALESCE(fe.active_strategy_count, 0) AS active_strategy_count,
             row_number() OVER (ORDER BY e.type <> 'production', e.sort_order, e.name) AS n
        FROM project_environment pe
        JOIN environment e ON e.name = pe.environment
        LEFT JOIN feature_environment fe
          ON fe.feature_name = f.name AND fe.environment = pe.environment
       WHERE pe.project = f.project ORDER BY n LIMIT ${ENVIRONMENTS}) e
   WHERE e.type = 'production' OR e.n = 1`;

/** Evaluations of the feature `f` in each of the last 24 hours, the running one last. */
const HOURS = /* sql */ `
  SELECT jsonb_agg(COALESCE(m.count, 0) ORDER BY h.hour)
    FROM generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours',
      date_trunc('hour', now(), 'UTC'), interval '1 hour') h (hour)
    LEFT JOIN (SELECT m.hour, sum(m.yes + m.no) AS count FROM client_metric m
      WHERE m.feature_name = f.name AND m.hour > now() - interval '24 hours'
      GROUP BY 1) m USING (hour)`;

/** The newest change of the feature `f`. The changes of a feature are found by their index. */
const LAST_CHANGE = /* sql */ `
  SELECT jsonb_build_object('type', e.type, 'at', iso8601(e.created_at),
      'by', COALESCE(${PRESENT_NAME}, e.created_by))
    FROM event e
   WHERE e.feature_name = f.name AND e.type = ANY ('{${CHANGES.join(',')}}'::text[])
     AND ${revealsNoHidden('$2::text[]', CHANGES)}
   ORDER BY e.id DESC LIMIT 1`;

/** What a page of the list tells of its features, in the order of the names. */
const FEATURE_DETAILS = statement<
  [names: readonly string[], hiddenProjects: readonly string[]],
  { answer: Json<FeatureDetailsResponse> }
>(
  'feature-search.feature-details',
  /* sql */ `
    WITH page AS MATERIALIZED (
      SELECT f.name, f.project, asked.n
        FROM (SELECT $1::text[] AS names OFFSET 0) a,
             unnest(a.names) WITH ORDINALITY AS asked (name, n),
             LATERAL (SELECT * FROM feature f WHERE f.name = asked.name OFFSET 0) f
       WHERE f.project <> ALL ($2::text[])
    ), owned AS MATERIALIZED (
      SELECT p.id, ${OWNERS} AS owners FROM project p WHERE p.id IN (SELECT project FROM page)
    )
    SELECT json_build_object('features', COALESCE(json_agg(json_build_object(
        'name', f.name, 'environments', (${REACH}), 'hours', (${HOURS}),
        'lastChange', (${LAST_CHANGE}),
        'owners', (SELECT o.owners FROM owned o WHERE o.id = f.project)) ORDER BY f.n), '[]')
      )::text AS answer
      FROM page f`,
);

/** Searches features across projects. */
@Injectable()
export class FeatureSearchReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Searches visible projects only.
   * @throws BadDataError when a filter is malformed or the search takes too long.
   */
  async find(
    query: FeatureSearchQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<FeatureSearchResponse>> {
    const [row] = await this.database
      .longRead(reader, SEARCH(query, caller))
      .catch((error: unknown) =>
        refuseCancelled(error, 'Use fewer words and values, or restrict it to a project.'),
      );
    return row!.answer;
  }

  /**
   * Tells of features in visible projects only.
   * @throws BadDataError when there are more than 50 names, or it takes too long.
   */
  async details(
    { names }: FeatureDetailsQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<FeatureDetailsResponse>> {
    const [row] = await this.database
      .longRead(reader, FEATURE_DETAILS, [valuesIn('names', names), hiddenProjects])
      .catch((error: unknown) => refuseCancelled(error, 'Ask for fewer features.'));
    return row!.answer;
  }
}
