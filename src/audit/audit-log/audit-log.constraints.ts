import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';

const exists = (): NameExistsError =>
  new NameExistsError('A witness with this name or key already exists.');

/** Maps the constraints of these tables to the errors that callers see. */
export const AUDIT_LOG_CONSTRAINTS: ConstraintErrors = {
  audit_witness_name_key: exists,
  audit_witness_public_key_key: exists,
};
