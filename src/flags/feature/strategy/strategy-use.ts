import { ConflictError } from '../../../platform/errors/general.errors.js';

/** JSON of a strategy `fs` of a feature `f`, as the user of something. */
export const STRATEGY_USE_JSON = /* sql */ `
  json_build_object('id', fs.id, 'projectId', f.project, 'featureName', f.name,
                    'strategyName', fs.name, 'environment', fs.environment)`;

/** The order of such strategies. */
export const STRATEGY_USE_ORDER = /* sql */ `
  f.project, f.name, fs.environment, fs.sort_order, fs.created_at, fs.id`;

/** Maximum number of users named in a refusal. */
const NAMED = 10;

/**
 * The error for deleting something in use. `users` describes its users, such as
 * `the feature "checkout"`.
 */
export function inUse(what: string, users: readonly string[]): ConflictError {
  const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : '';
  const named = users.slice(0, NAMED).join(', ') + more;
  return new ConflictError(`${what} is in use and cannot be deleted. It is used by ${named}.`);
}
