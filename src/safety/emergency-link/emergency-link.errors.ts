import { ApiError } from '../../platform/errors/api-error.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import type { LinkState } from './emergency-link.dto.js';

const WHY: Readonly<Record<Exclude<LinkState, 'usable'>, string>> = {
  used: 'was used already, and can be used only once',
  expired: 'has expired',
  revoked: 'was revoked',
};

/** The link has ended. */
export class EmergencyLinkEndedError extends ApiError {
  readonly status = 410;

  constructor(state: Exclude<LinkState, 'usable'>) {
    super(`This emergency link ${WHY[state]}. It turns nothing off.`);
  }
}

/** The error for an unknown secret. */
export function unknownSecret(): NotFoundError {
  return new NotFoundError('There is no such emergency link. It turns nothing off.');
}

/** The error for an unknown id. */
export function noLink(projectId: string, id: number): NotFoundError {
  return new NotFoundError(`There is no emergency link ${id} in the project "${projectId}".`);
}
