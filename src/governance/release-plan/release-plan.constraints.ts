import { type ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';
import { ReleasePlanExistsError } from './release-plan.errors.js';

/** Maps the constraints of these tables to the errors that callers see. */
export const RELEASE_PLAN_CONSTRAINTS: ConstraintErrors = {
  release_plan_template_name: (name) =>
    new NameExistsError(`A release plan template with the name "${name}" already exists.`),
  release_plan_place: () =>
    new ReleasePlanExistsError(
      'The feature already has a release plan in this environment. Remove it first.',
    ),
};
