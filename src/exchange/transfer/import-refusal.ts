import { DatabaseErrorTranslator } from '../../platform/database/constraint-errors.js';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/errors/api-error.js';
import { ApprovalRequiredError } from '../../core/event/approval.errors.js';
import { BadDataError } from '../../platform/errors/general.errors.js';

/** Adds the failing part of an import to errors. */
@Injectable()
export class ImportRefusal {
  constructor(private readonly errors: DatabaseErrorTranslator) {}

  /**
   * Runs a part of the import.
   * @throws ApprovalRequiredError when the environment requires approvals.
   * @throws BadDataError that names the part, when it is refused otherwise.
   */
  async of(part: string, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      const refusal =
        error instanceof ApiError
          ? error
          : this.errors.isTransient(error)
            ? undefined
            : this.errors.translate(error);
      const isKept = error instanceof ApprovalRequiredError;
      if (!refusal || refusal.status >= 500 || isKept) throw error;
      const details = refusal.details.map((one) => ({ message: `${part}: ${one.message}` }));
      throw new BadDataError(`${part} cannot be imported. ${refusal.message}`, details);
    }
  }
}
