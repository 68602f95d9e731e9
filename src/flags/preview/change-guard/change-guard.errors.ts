import { ApiError } from '../../../platform/errors/api-error.js';
import type { WarningResponse } from '../warning.response.js';

/** The features are in use, and the guard blocks turning them off or archiving them. */
export class GuardedChangeError extends ApiError {
  readonly status = 409;

  constructor(
    message: string,
    private readonly warnings: readonly WarningResponse[],
  ) {
    super(message);
  }

  override body(): object {
    return { ...(super.body() as object), warnings: this.warnings };
  }
}
