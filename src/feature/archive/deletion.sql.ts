import type { BareFeatureResponse } from '../feature.response.js';
import { BARE_FEATURE_JSON } from '../feature.sql.js';
import { statement } from '../../database/statement.js';

export const READ_FEATURES = statement<
  [names: readonly string[]],
  { feature: BareFeatureResponse }
>(
  'deletion.read-features',
  /* sql */ `
    SELECT ${BARE_FEATURE_JSON} AS feature FROM feature f WHERE f.name = ANY($1)
      ORDER BY f.name COLLATE "C"`,
);

export const DELETE_FEATURES = statement<[names: readonly string[]]>(
  'deletion.delete-features',
  'DELETE FROM feature WHERE name = ANY($1)',
);
