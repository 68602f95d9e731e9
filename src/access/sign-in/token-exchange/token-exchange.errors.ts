import { ApiError } from '../../../platform/errors/api-error.js';

/** The issuer of a token gave no keys to verify it with. */
export class IssuerUnreachableError extends ApiError {
  readonly status = 502;

  constructor() {
    super('The keys of the issuer cannot be fetched now. Try again later.');
  }
}
