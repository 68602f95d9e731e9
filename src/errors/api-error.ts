import { randomUUID } from 'node:crypto';

/** One thing that was wrong; `path` says where in the request, like `/body/name`. */
export interface ErrorDetail {
  message: string;
  path?: string;
  /** Every rule that was broken, with `OwaspValidationError`. */
  validationErrors?: string[];
}

/** How many things that were wrong are told at most. */
export const MAX_DETAILS = 20;

/** How long a message may be, in characters: it may repeat what the caller has sent. */
const LONGEST_MESSAGE = 1_000;

/**
 * What a caller is told when something cannot be done. The class name is the `name` on the wire,
 * the status is the class's own, and names and statuses are the reference's.
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

  /** Content type of the answer's body, where it is neither JSON nor plain text. */
  readonly contentType?: string;

  /** Headers that the answer carries besides the usual ones. */
  headers(): Record<string, string> {
    return {};
  }

  /** The answer's body: JSON, or plain text where it is a text. */
  body(): object | string {
    return { id: this.id, name: this.name, message: this.message, details: this.details };
  }
}

function shortened(text: string): string {
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
}

function shortDetail(detail: ErrorDetail): ErrorDetail {
  const { message, path } = detail;
  return {
    ...detail,
    message: shortened(message),
    ...(path === undefined ? {} : { path: shortened(path) }),
  };
}
