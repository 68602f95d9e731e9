import { type ConstraintErrors, isRace } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import {
  BadDataError,
  ConflictError,
  ExceedsLimitError,
  InvalidOperationError,
  NameExistsError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';

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

/** Maps the constraints of this table to the errors that callers see. */
export const FEATURE_CONSTRAINTS: ConstraintErrors = {
  feature_pkey: (name) => new NameExistsError(`A feature with the name "${name}" already exists.`),
  feature_name_length: () => new BadDataError('A feature name must have 1 to 100 characters.'),
  feature_type_fkey: (type) => new BadDataError(`There is no feature type "${type}".`),
  feature_project_fkey: (project) => new NotFoundError(`There is no project "${project}".`),
  feature_environment_pkey: (place) => new ConflictError(`"${place}" exists already.`),
  feature_environment_environment_fkey: (environment) =>
    new NotFoundError(`There is no environment "${environment}".`),
  feature_environment_strategy_limit: tooManyStrategies,
  feature_links_are_few: () =>
    new ExceedsLimitError(`A feature can have at most ${MAX_LINKS} links.`),
  feature_tag_feature_fkey: (feature) => new NotFoundError(`There is no feature "${feature}".`),
  feature_dependency_not_itself: () =>
    new InvalidOperationError('A feature cannot depend on itself.'),
  feature_dependency_parent_fkey: () =>
    new InvalidOperationError(
      'Other features depend on this one. Remove these dependencies first.',
    ),
  feature_tag_tag_fkey: isRace(
    (tag) => new ConflictError(`The tag "${tag}" was deleted at the same time. Try again.`),
  ),
  feature_strategy_definition_fkey: noStrategy,
  feature_strategy_segment_segment_fkey: (id) =>
    new NotFoundError(`There is no segment with the id ${id}.`),
  default_strategy_segment_segment_fkey: (id) =>
    new NotFoundError(`There is no segment with the id ${id}.`),
};
