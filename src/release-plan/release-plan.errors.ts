import { BadDataError, ConflictError, NotFoundError } from '../errors/general.errors.js';

export function noTemplate(id: string): NotFoundError {
  return new NotFoundError(`There is no release plan template "${id}".`);
}

export function noMilestone(id: string): NotFoundError {
  return new NotFoundError(`The release plan has no milestone "${id}".`);
}

export function noMilestoneStrategy(id: string): NotFoundError {
  return new NotFoundError(`The release plan has no strategy "${id}".`);
}

export function noPlan(featureName: string, environment: string, id?: string): NotFoundError {
  const plan = id === undefined ? 'release plan' : `release plan "${id}"`;
  return new NotFoundError(
    `The feature "${featureName}" has no ${plan} in the environment "${environment}".`,
  );
}

export function isArchived(name: string): BadDataError {
  return new BadDataError(`The release plan template "${name}" is archived. Choose another one.`);
}

export function noMilestones(name: string): BadDataError {
  return new BadDataError(
    `The release plan template "${name}" has no milestones. Add one to the template first.`,
  );
}

export function noStrategiesToStart(name: string): BadDataError {
  return new BadDataError(
    `The milestone "${name}" has no strategies, so nobody would get the feature. Add one first.`,
  );
}

/** A feature has one release plan per environment. */
export class ReleasePlanExistsError extends ConflictError {}
