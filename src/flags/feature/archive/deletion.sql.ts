import type { BareFeatureResponse } from '../feature.response.js';
import { BARE_FEATURE_JSON } from '../feature.sql.js';
import { keepingRemoved } from '../../../core/event/removed-parts.sql.js';
import { statement } from '../../../platform/database/statement.js';
import { featureState } from '../feature-state.sql.js';

export const READ_FEATURES = statement<
  [names: readonly string[]],
  { feature: BareFeatureResponse }
>(
  'deletion.read-features',
  /* sql */ `
    SELECT ${BARE_FEATURE_JSON} AS feature FROM feature f WHERE f.name = ANY($1)
      ORDER BY f.name COLLATE "C"`,
);

/** Keeps the last state of features whose deletion is recorded. */
export const KEEP_STATES = statement<[names: readonly string[]]>(
  'deletion.keep-states',
  keepingRemoved(
    'feature-deleted',
    'r.feature_name',
    /* sql */ `
      SELECT f.project, NULL::text, f.name, (${featureState()})::jsonb FROM feature f
       WHERE f.name = ANY($1)`,
  ),
);

export const DELETE_FEATURES = statement<[names: readonly string[]]>(
  'deletion.delete-features',
  'DELETE FROM feature WHERE name = ANY($1)',
);
