import { ApiError } from '../errors/api-error.js';

/** The feature is archived and must be revived first. */
export class ArchivedFeatureError extends ApiError {
  readonly status = 400;
}
