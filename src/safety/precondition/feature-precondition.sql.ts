import {
  featureVersion,
  placeVersion,
  strategyVersion,
} from '../../flags/feature/feature-version.sql.js';
import { statement } from '../../platform/database/statement.js';

/** The values of path parameters, in the order of KEYS; null for those the path lacks. */
export type Keys = [keys: readonly (string | null)[]];

export const KEY_1 = '($1::text[])[1]';
export const KEY_2 = '($1::text[])[2]';
const KEY_3 = '($1::text[])[3]';
const KEY_4 = '($1::text[])[4]';
/** A key as a number; null if it is not a number. */
const idIn = (key: string): string => `CASE WHEN ${key} ~ '^[0-9]{1,9}$' THEN ${key}::int END`;
export const ID = idIn(KEY_1);
export const ID_2 = idIn(KEY_2);
export const UUID = `CASE WHEN ${KEY_1} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  THEN ${KEY_1}::uuid END`;

const FEATURE = `feature f
  WHERE (${KEY_1} IS NULL OR f.project = ${KEY_1}) AND f.name = ${KEY_2}
    AND f.archived_at IS NULL`;
const PLACE = `feature_environment fe JOIN feature f ON f.name = fe.feature_name
  WHERE f.project = ${KEY_1} AND fe.feature_name = ${KEY_2} AND fe.environment = ${KEY_3}
    AND f.archived_at IS NULL`;
const IN_PLACE = `part.feature_name = ${KEY_2} AND part.environment = ${KEY_3}`;

export const READ_FEATURE = statement<Keys, { version: string }>(
  'feature-precondition.read-feature',
  `SELECT ${featureVersion('xmin')} AS version FROM ${FEATURE}`,
);
export const LOCK_FEATURE = statement<Keys>(
  'feature-precondition.lock-feature',
  `SELECT FROM ${FEATURE} FOR NO KEY UPDATE OF f /* locks features */`,
);
export const LOCK_ENVIRONMENTS = statement<Keys>(
  'feature-precondition.lock-environments',
  `SELECT FROM feature_environment fe WHERE fe.feature_name = ${KEY_2}
    ORDER BY fe.environment FOR UPDATE /* locks featureEnvironments */`,
);

export const READ_PLACE = statement<Keys, { version: string }>(
  'feature-precondition.read-place',
  `SELECT ${placeVersion('xmin', IN_PLACE)} AS version FROM ${PLACE}`,
);
export const SHARE_FEATURE = statement<Keys>(
  'feature-precondition.share-feature',
  `SELECT FROM ${FEATURE} FOR SHARE OF f /* locks features */`,
);
export const LOCK_PLACE = statement<Keys>(
  'feature-precondition.lock-place',
  `SELECT FROM ${PLACE} FOR UPDATE OF fe /* locks featureEnvironments */`,
);

export const READ_FEATURE_STRATEGY = statement<Keys, { version: string }>(
  'feature-precondition.read-feature-strategy',
  `SELECT ${strategyVersion('xmin')} AS version
     FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
    WHERE f.project = ${KEY_1} AND f.archived_at IS NULL AND fs.feature_name = ${KEY_2}
      AND fs.environment = ${KEY_3} AND fs.id::text = lower(${KEY_4})`,
);
