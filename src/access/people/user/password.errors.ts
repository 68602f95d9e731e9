import { ApiError } from '../../../platform/errors/api-error.js';

/** The password is too weak; the detail lists every violated rule. */
export class OwaspValidationError extends ApiError {
  readonly status = 400;

  constructor(validationErrors: string[]) {
    super(validationErrors[0]!, [{ message: validationErrors[0]!, validationErrors }]);
  }
}
