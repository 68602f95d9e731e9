import type { Request } from 'express';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type { Operation } from '../../platform/http/operation.js';

const HEADER = 'idempotency-key';
/** Printable ASCII without quotes, which may surround it (RFC 8941, section 3.3.3). */
const KEY = /^(?:"([ !#-~]{1,255})"|([!#-~][ !#-~]{0,254}))$/;

/** A request with a key. */
export interface KeyedRequest {
  /** Identifies the caller; equal for all of their requests. */
  readonly caller: string;
  readonly key: string;
  readonly method: string;
  readonly url: string;
  /** Undefined until the body is read. */
  readonly body: unknown;
  /** Properties of the response that are secret. */
  readonly secrets: readonly string[];
  /** Whether it has claimed its key already, before a wait. */
  isClaimed: boolean;
}

/**
 * The request with its key; undefined if it has none, or ignores it, as reads do and requests
 * without a signed-in caller.
 * @throws BadDataError when the key is invalid.
 */
export function keyedRequestOf(
  request: CalledRequest,
  operation: Operation,
): KeyedRequest | undefined {
  if (request.headers[HEADER] === undefined) return undefined;
  const { caller } = request;
  // SDKs report without keys.
  const isOfUsers = caller?.kind === 'user' || caller?.kind === 'admin';
  if (!isOfUsers || operation.isRead) return undefined;
  return {
    caller: caller.key,
    key: keyIn(request),
    method: request.method,
    url: request.originalUrl,
    get body(): unknown {
      return request.body;
    },
    secrets: operation.secrets ?? [],
    isClaimed: false,
  };
}

/** @throws BadDataError */
function keyIn({ headersDistinct }: Request): string {
  const [key = '', ...others] = headersDistinct[HEADER] ?? [];
  if (others.length > 0)
    throw new BadDataError('Send one Idempotency-Key: this request has several.');
  const found = KEY.exec(key);
  if (!found)
    throw new BadDataError(
      'The header Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID, ' +
        'with or without double quotes around them.',
    );
  return (found[1] ?? found[2])!;
}
