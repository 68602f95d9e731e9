import { DatabaseUnavailableError } from '../../../platform/database/database.errors.js';

/**
 * PostgreSQL can be reached, but committed changes could not be read in time; a response could show
 * a feature as on that was turned off.
 */
export class SnapshotNotFreshError extends DatabaseUnavailableError {
  constructor() {
    super('This instance cannot read the latest changes. Try again in a second.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '1' };
  }
}
