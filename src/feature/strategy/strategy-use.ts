import { ConflictError } from '../../errors/general.errors.js';

/**
 * `fs` is a strategy, `f` its feature: a list of strategies, as something that they use tells of
 * them.
 */
export const STRATEGY_USES_JSON = /* sql */ `
  COALESCE(json_agg(json_build_object('id', fs.id, 'projectId', f.project, 'featureName', f.name, 'strategyName', fs.name, 'environment', fs.environment)
    ORDER BY f.project, f.name, fs.environment, fs.sort_order, fs.created_at, fs.id), '[]')`;

/** How many users a refusal names. */
const NAMED = 10;

/**
 * The refusal to delete what is in use. `users`: what uses it, in words, like
 * `the feature "checkout"`.
 */
export function inUse(what: string, users: readonly string[]): ConflictError {
  const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : '';
  return new ConflictError(
    `${what} is in use and cannot be deleted. It is used by ${users.slice(0, NAMED).join(', ')}${more}.`,
  );
}
