import { ENVIRONMENTS } from '../sizes.mjs';

/**
 * One step of generation: a name to print, and SQL that fills one table. `withoutIndexes`: its
 * indexes are dropped first and created again afterwards, which is several times as fast as
 * inserting millions of entries one by one.
 * @typedef {{ table: string, sql: string, withoutIndexes?: boolean }} Step
 */

/**
 * Name of the feature with a number: names sort as their numbers do.
 * @param {string} n
 */
export const featureName = (n) => `'feature-' || lpad((${n})::text, 6, '0')`;

/**
 * Id of the project that the feature with a number is in.
 * @param {string} n
 * @param {number} projects
 */
export const projectOf = (n, projects) =>
  `CASE (${n}) % ${projects} WHEN 0 THEN 'default' ELSE 'project-' || (${n}) % ${projects} END`;

/**
 * Name of the environment at a position from 0.
 * @param {string} k
 */
export const environmentAt = (k) => `('{${ENVIRONMENTS.join(',')}}'::text[])[(${k}) + 1]`;

/**
 * Every twentieth feature is archived.
 * @param {string} n
 */
export const isArchived = (n) => `(${n}) % 20 = 7`;
