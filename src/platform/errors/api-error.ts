import { randomUUID } from 'node:crypto';

/** One problem; `path` is its position in the request, such as `/body/name`. */
export interface ErrorDetail {
  message: string;
  path?: string;
  /** All violated password rules; with `OwaspValidationError`. */
  validationErrors?: string[];
}

/** Maximum number of reported problems. */
export const MAX_DETAILS = 20;

/** Maximum length of a message in characters, because it can quote the request. */
const MAX_MESSAGE_LENGTH = 1_000;

/**
 * An error that is reported to the caller. Its `name` in the response is the name of the class, and
 * the class declares the status. Names and statuses are those of the reference.
 */
export abstract class ApiError extends Error {
  abstract readonly status: number;
  readonly id = randomUUID();
  readonly details: ErrorDetail[];

  constructor(message: string, details: ErrorDetail[] = [{ message }]) {
    super(shortened(message));
    this.name = this.constructor.name;
    this.details = details.slice(0, MAX_DETAILS).map(shortDetail);
  }

  /** Content type of the body, when it is neither JSON nor plain text. */
  readonly contentType?: string;

  /** Additional response headers. */
  headers(): Record<string, string> {
    return {};
  }

  /** The response body: JSON, or plain text when it is a string. */
  body(): object | string {
    return { id: this.id, name: this.name, message: this.message, details: this.details };
  }
}

function shortened(text: string): string {
  return text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text;
}

function shortDetail(detail: ErrorDetail): ErrorDetail {
  const { message, path } = detail;
  return {
    ...detail,
    message: shortened(message),
    ...(path === undefined ? {} : { path: shortened(path) }),
  };
}
