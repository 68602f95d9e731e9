import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import {
  BadDataError,
  ConflictError,
  NameExistsError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';

/** The error for an unknown template. */
export function noTemplate(id: string): NotFoundError {
  return new NotFoundError(`There is no release plan template "${id}".`);
}

/** The error for an unknown milestone. */
export function noMilestone(id: string): NotFoundError {
  return new NotFoundError(`The release plan has no milestone "${id}".`);
}

/** The error for an unknown strategy of a milestone. */
export function noMilestoneStrategy(id: string): NotFoundError {
  return new NotFoundError(`The release plan has no strategy "${id}".`);
}

/** The error for an unknown release plan. */
export function noPlan(featureName: string, environment: string, id?: string): NotFoundError {
  const plan = id === undefined ? 'release plan' : `release plan "${id}"`;
  return new NotFoundError(
    `The feature "${featureName}" has no ${plan} in the environment "${environment}".`,
  );
}

/** The error for adding an archived template to a feature. */
export function archivedTemplate(name: string): BadDataError {
  return new BadDataError(`The release plan template "${name}" is archived. Choose another one.`);
}

/** The error for adding a template without milestones to a feature. */
export function noMilestones(name: string): BadDataError {
  return new BadDataError(
    `The release plan template "${name}" has no milestones. Add one to the template first.`,
  );
}

/** The error for starting a milestone without strategies. */
export function noStrategiesToStart(name: string): BadDataError {
  return new BadDataError(
    `The milestone "${name}" has no strategies, so nobody would get the feature. Add one first.`,
  );
}

/** A feature has one release plan per environment. */
export class ReleasePlanExistsError extends ConflictError {}

/** Maps the constraints of these tables to the errors that callers see. */
export const RELEASE_PLAN_CONSTRAINTS: ConstraintErrors = {
  release_plan_template_name: (name) =>
    new NameExistsError(`A release plan template with the name "${name}" already exists.`),
  release_plan_place: () =>
    new ReleasePlanExistsError(
      'The feature already has a release plan in this environment. Remove it first.',
    ),
};
