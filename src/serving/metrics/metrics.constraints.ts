import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { BadDataError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const METRICS_CONSTRAINTS: ConstraintErrors = {
  client_application_name_length: () =>
    new BadDataError('The name of an application must have 1 to 255 characters.'),
};
