import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { BadDataError, NameExistsError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const TAG_CONSTRAINTS: ConstraintErrors = {
  tag_pkey: (tag) => new NameExistsError(`The tag "${tag}" already exists.`),
  tag_type_pkey: (name) =>
    new NameExistsError(`A tag type with the name "${name}" already exists.`),
  tag_type_fkey: (type) => new BadDataError(`There is no tag type "${type}".`),
  tag_value_length: () => new BadDataError('The value of a tag must have 2 to 50 characters.'),
};
