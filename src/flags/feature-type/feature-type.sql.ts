import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { FeatureTypeResponse, FeatureTypesResponse } from './feature-type.dto.js';

/** JSON of a feature type `t`, as in responses and events. */
const FEATURE_TYPE_JSON = /* sql */ `
  json_build_object('id', t.id, 'name', t.name, 'description', t.description,
    'lifetimeDays', t.lifetime_days)`;

export const LIST = statement<[], { list: Json<FeatureTypesResponse> }>(
  'feature-type.list',
  /* sql */ `
    SELECT json_build_object('version', 1,
      'types', COALESCE(json_agg(${FEATURE_TYPE_JSON} ORDER BY t.sort_order, t.id), '[]'))::text
        AS list
      FROM feature_type t`,
);

export const READ_IN_EVENT = statement<[id: string], { type: FeatureTypeResponse }>(
  'feature-type.read-in-event',
  /* sql */ `
    SELECT ${FEATURE_TYPE_JSON} AS type FROM feature_type t WHERE t.id = $1`,
);

/**
 * Start of the lifetime of a type `lifetime`: features that were created earlier exceed it; null
 * without lifetime. Lifetimes are capped at a million days to stay within PostgreSQL's dates.
 */
export const LIFETIME_START =
  'now() - make_interval(hours => 24 * LEAST(lifetime.lifetime_days, 1000000))';
