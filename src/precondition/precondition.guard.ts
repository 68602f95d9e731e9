import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { RequestTransaction } from '../database/request-transaction.js';
import { BadDataError } from '../errors/general.errors.js';
import { promiseOf } from '../http/endpoint.js';
import { noteVersion, tagOf } from '../http/object-version.js';
import { isReading } from '../http/reading.js';
import { ANY } from '../http/tagged.js';
import {
  CREATIONS,
  KEYS,
  type Kind,
  VERSIONED_READS,
  VERSIONED_WRITES,
  type VersionedOperation,
} from '../http/versioned-operations.js';
import { versionTagsIn } from './entity-tags.js';
import { Preconditions } from './preconditions.js';

/** Operations whose handler reads the version together with the object. */
const READ_BY_HANDLER: ReadonlySet<string> = new Set(['getFeature']);

/** Prepares requests with `If-Match` to run in one transaction. */
export function preconditionMiddleware(request: Request, _: Response, next: NextFunction): void {
  if (request.headers['if-match'] === undefined || RequestTransaction.ofRequest) next();
  else RequestTransaction.forRequest(next);
}

/**
 * Notes the version of the object that a request reads, and checks the preconditions of writes,
 * after all other guards.
 */
@Injectable()
export class PreconditionGuard implements CanActivate {
  constructor(private readonly preconditions: Preconditions) {}

  /**
   * @throws BadDataError when a header is malformed, or the operation does not support it.
   * @throws PreconditionFailedError when the object has another version.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const promise = promiseOf(context.getHandler());
    const id = promise?.id ?? '';
    if (request.method === 'GET' || request.method === 'HEAD')
      return this.note(id, request, http.getResponse<Response>());
    const isWrite = isAdministrative(request) && !isReading(request.method, promise);
    if (isWrite) await this.check(id, request, http.getResponse<Response>());
    return true;
  }

  private async check(id: string, request: Request, response: Response): Promise<void> {
    const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
    if (noneMatch !== undefined) {
      requireCreation(id, noneMatch);
      response.locals['mustCreate'] = true;
    }
    if (match === undefined) return;
    const operation = VERSIONED_WRITES[id];
    if (!operation)
      throw new BadDataError(
        'This operation does not support the header If-Match. Nothing was changed.',
      );
    const conditional = {
      kinds: operation.kinds,
      keyOf: (kind: Kind) => keysOf(KEYS[kind], operation, request),
      tags: versionTagsIn(match),
      readAt: readAt(operation, request),
    };
    await this.preconditions.require(conditional, response);
  }

  private async note(id: string, request: Request, response: Response): Promise<boolean> {
    const kind = VERSIONED_READS[id];
    if (kind === undefined || READ_BY_HANDLER.has(id)) return true;
    const version = await this.preconditions.versionOf(
      kind,
      keysOf(KEYS[kind], undefined, request),
    );
    if (version !== undefined) noteVersion(response, tagOf(kind, version));
    return true;
  }
}

/** @throws BadDataError unless the operation creates something, and the header is `*`. */
function requireCreation(id: string, noneMatch: string): void {
  if (!CREATIONS.has(id))
    throw new BadDataError(
      'This operation does not support the header If-None-Match. Nothing was changed.',
    );
  if (noneMatch.trim() !== ANY)
    throw new BadDataError(
      'The header If-None-Match of a creation must be *. Nothing was changed.',
    );
}

function isAdministrative({ path }: Request): boolean {
  return path.toLowerCase().startsWith('/api/admin/');
}

function keysOf(
  names: readonly string[],
  operation: VersionedOperation | undefined,
  { params }: Request,
): (string | null)[] {
  return names.map((name) => {
    const value = params[operation?.rename?.[name] ?? name];
    return typeof value === 'string' ? value : null;
  });
}

/** The URL that reads the object: that of the request without its last segments. */
function readAt({ up, without, then }: VersionedOperation, { originalUrl }: Request): string {
  const segments = originalUrl.split('?')[0]!.replace(/\/+$/, '').split('/');
  const own = segments.slice(0, segments.length - up);
  if (without !== undefined && own.at(-2) === without) own.splice(-2, 1);
  return [...own, ...(then === undefined ? [] : [then])].join('/');
}
