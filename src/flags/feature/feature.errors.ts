import { ApiError } from '../../platform/errors/api-error.js';
import { BadDataError, ExceedsLimitError } from '../../platform/errors/general.errors.js';

/** The feature is archived and must be revived first. */
export class ArchivedFeatureError extends ApiError {
  readonly status = 400;
}

/** The feature cannot be moved to the project, because that lacks environments. */
export class IncompatibleProjectError extends ApiError {
  readonly status = 403;
}

/** Maximum number of strategies of a feature in an environment, as in the schema. */
export const MAX_STRATEGIES = 30;

/** Maximum number of links of a feature, as in the schema. */
export const MAX_LINKS = 50;

/** The error for more than {@link MAX_STRATEGIES} strategies. */
export function tooManyStrategies(): ExceedsLimitError {
  return new ExceedsLimitError(
    `A feature can have at most ${MAX_STRATEGIES} strategies in an environment.`,
  );
}

/** The error for a strategy definition that does not exist. */
export function noStrategy(name: string): BadDataError {
  return new BadDataError(`There is no strategy "${name}".`);
}
