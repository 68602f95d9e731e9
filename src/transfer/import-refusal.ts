import { DatabaseErrorTranslator } from '../database/database-error-translator.js';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';
import { BadDataError } from '../errors/general.errors.js';

/** Says of which part of an import a refusal is, as a fault of the file. */
@Injectable()
export class ImportRefusal {
  constructor(private readonly errors: DatabaseErrorTranslator) {}

  /** Imports a part. @throws BadDataError when the part is refused. */
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
      if (!refusal || refusal.status >= 500) throw error;
      const details = refusal.details.map((one) => ({ message: `${part}: ${one.message}` }));
      throw new BadDataError(`${part} cannot be imported. ${refusal.message}`, details);
    }
  }
}
