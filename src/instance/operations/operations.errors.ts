import { ApiError } from '../../platform/errors/api-error.js';
import type { ReadyDrillResponse } from './health.response.js';

const PERCENT = 100;

/** The last drill of the kill switch found something broken, or there was none. */
export class KillSwitchBrokenError extends ApiError {
  readonly status = 503;

  constructor({ broken, lastSuccessAt, budgetLeft }: ReadyDrillResponse) {
    const what = broken.length > 0 ? `found something broken: ${broken.join(', ')}` : 'is missing';
    super(
      `The last drill of the kill switch ${what}. ` +
        `The last one in time: ${lastSuccessAt ?? 'none'}. ` +
        `Left of the error budget of the month: ${Math.round(budgetLeft * PERCENT)} %.`,
    );
  }
}
