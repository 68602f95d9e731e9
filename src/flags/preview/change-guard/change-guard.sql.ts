import { statement } from '../../../platform/database/statement.js';
import {
  allDependents,
  hereIf,
  type ImpactParams,
  MAX_NAMES,
  NAMED,
  isRecent,
  RECENT_SINCE,
  subjectOf,
} from '../impact.sql.js';

/** Features in use: how many, and the names of the visible ones. */
interface InUse {
  count: number;
  names: string[];
}

/** Whether features are in use. */
export interface Use {
  dependents: InUse;
  evaluated: InUse & { yes: number; since: string };
}

/** JSON properties of the rows with `name` and `is_visible` of an expression. */
const inUse = (of: string): string => /* sql */ `
  'count', count(*), 'names', COALESCE(
    json_agg(${of}.name ORDER BY ${of}.name) FILTER (WHERE ${of}.n <= ${MAX_NAMES}), '[]')`;

/** The place of a row among the visible ones, by name; null for the others. */
const place = (of: string): string => /* sql */ `
  CASE WHEN ${of}.is_visible
    THEN row_number() OVER (PARTITION BY ${of}.is_visible ORDER BY ${of}.name) END AS n`;

/**
 * The expressions `subject`, `dependent` and `evaluated`: features, and what is in use of them. The
 * parameters are those of an impact.
 */
export function useExpressions(isInEnvironment: boolean): string {
  const here = hereIf(isInEnvironment);
  return /* sql */ `
    ${subjectOf(NAMED)}, dependent AS (
      SELECT d.name, ${place('d')} FROM (${allDependents(here)}) d
    ), evaluated AS (
      SELECT m.feature_name AS name, sum(m.yes) AS yes,
             row_number() OVER (ORDER BY m.feature_name) AS n
        FROM subject s
        JOIN client_metric m ON m.feature_name = s.name
        JOIN environment e ON e.name = m.environment AND e.type = 'production'
       WHERE ${here('m.environment')} AND ${isRecent('m.hour')} AND m.yes > 0
       GROUP BY m.feature_name
    )`;
}

/** The columns of {@link Use}. */
export const USE = /* sql */ `
  (SELECT json_build_object(${inUse('dependent')}) FROM dependent) AS dependents,
  (SELECT json_build_object(${inUse('evaluated')}, 'yes', COALESCE(sum(evaluated.yes), 0),
            'since', iso8601(${RECENT_SINCE})) FROM evaluated) AS evaluated`;

const use = (isInEnvironment: boolean): string =>
  `WITH ${useExpressions(isInEnvironment)} SELECT ${USE}`;

/** The use of features in one environment. */
export const USE_IN_ENVIRONMENT = statement<ImpactParams<readonly string[]>, Use>(
  'change-guard.use-in-environment',
  use(true),
);

/** The use of features in all environments. */
export const USE_EVERYWHERE = statement<ImpactParams<readonly string[]>, Use>(
  'change-guard.use-everywhere',
  use(false),
);
