import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CalledRequest } from '../auth/caller/called-request.js';
import type { Caller } from '../auth/caller/caller.js';
import { RequestTransaction } from '../database/request-transaction.js';
import { BadDataError } from '../errors/general.errors.js';
import { promiseOf } from '../http/endpoint.js';
import { isReading } from '../http/reading.js';
import { IdempotencyService, type KeyedRequest } from './idempotency.service.js';

const HEADER = 'idempotency-key';
/** Printable ASCII without quotes, which may surround it (RFC 8941, section 3.3.3). */
const KEY = /^(?:"([ !#-~]{1,255})"|([!#-~][ !#-~]{0,254}))$/;

/**
 * Begins the transaction of a write with an idempotency key, after all other guards. Reads, and
 * requests without a signed-in caller, ignore the header.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(private readonly idempotency: IdempotencyService) {}

  /** @throws BadDataError when the key is invalid. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const transaction = RequestTransaction.ofRequest;
    if (!transaction) return true;
    const keyed = keyedRequestOf(context);
    if (!keyed) return true;
    const response = context.switchToHttp().getResponse<Response>();
    await this.idempotency.begin(transaction, keyed, response);
    return true;
  }
}

/**
 * Repeats the response to a deletion before permissions are checked: deleting a project can also
 * remove the caller's permission to delete it.
 */
@Injectable()
export class RepeatedDeletionGuard implements CanActivate {
  constructor(private readonly idempotency: IdempotencyService) {}

  /** @throws RepeatedResponse when the request has been carried out. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method !== 'DELETE' || !RequestTransaction.ofRequest) return true;
    const keyed = keyedRequestOf(context);
    if (keyed) await this.idempotency.repeat(keyed);
    return true;
  }
}

/**
 * The request with its key; undefined if it has none, or ignores it.
 * @throws BadDataError when the key is invalid.
 */
function keyedRequestOf(context: ExecutionContext): KeyedRequest | undefined {
  const request = context.switchToHttp().getRequest<CalledRequest>();
  if (request.headers[HEADER] === undefined) return undefined;
  const promise = promiseOf(context.getHandler());
  const { caller } = request;
  if (!caller || !isOfUsers(caller) || isReading(request.method, promise)) return undefined;
  return {
    caller: keyOf(caller),
    key: keyIn(request),
    method: request.method,
    url: request.originalUrl,
    body: request.body as unknown,
    connections: promise?.cost === 'none' ? 'hot' : 'general',
    secrets: promise?.secrets ?? [],
  };
}

/** SDKs report usage without keys. */
function isOfUsers({ kind }: Caller): boolean {
  return kind === 'user' || kind === 'admin';
}

function keyOf({ kind, userId, tokenId }: Caller): string {
  return kind === 'user' ? `user ${userId}` : `token ${tokenId}`;
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
