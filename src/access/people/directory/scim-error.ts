import { ApiError } from '../../../platform/errors/api-error.js';
import { BadDataError, UserExistsError } from '../../../platform/errors/general.errors.js';
import { NotJsonError } from '../../../platform/http/http.errors.js';
import { SCHEMA, type ScimErrorResponse } from './scim.dto.js';

/** Where the service speaks SCIM. */
export const SCIM_PATH = '/scim/v2';
/** The content type of SCIM. */
export const SCIM_JSON = 'application/scim+json';

/** The kinds of errors of RFC 7644, 3.12, that occur here. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** An error in the form of SCIM. */
export class ScimError extends ApiError {
  override readonly contentType = SCIM_JSON;

  constructor(
    readonly status: number,
    message: string,
    readonly scimType?: ScimType,
    private readonly sent: Record<string, string> = {},
  ) {
    super(message);
  }

  override headers(): Record<string, string> {
    return this.sent;
  }

  override body(): ScimErrorResponse {
    const { status, scimType } = this;
    return {
      schemas: [SCHEMA.error],
      status: String(status),
      ...(scimType ? { scimType } : {}),
      detail: this.message,
    };
  }
}

/** An error in the form of SCIM, with its status there: names that are taken are conflicts. */
export function scimErrorOf(error: ApiError): ScimError {
  if (error instanceof ScimError) return error;
  const { status, message } = error;
  if (status === 409 || error instanceof UserExistsError)
    return new ScimError(409, message, 'uniqueness');
  const [detail] = error.details;
  const said = detail && !message.includes(detail.message) ? detail.message : message;
  const type = error instanceof BadDataError ? 'invalidValue' : undefined;
  const syntax = error instanceof NotJsonError ? 'invalidSyntax' : type;
  return new ScimError(status, said, syntax, error.headers());
}

/** What was sent cannot be used. */
export function invalid(type: ScimType, message: string): ScimError {
  return new ScimError(400, message, type);
}
