import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Reader } from '../../platform/database/database.js';
import { noProject } from '../event/live-project.js';
import { PermissionError } from './caller/auth.errors.js';
import type { Caller } from './caller/caller.js';
import type { PermissionPlace } from './permissions/access.js';

/** A request with its caller. */
export interface CalledRequest extends Request {
  caller?: Caller;
  /** Number of unknown tokens in the request, when the status does not show it. */
  unknownTokens?: number;
}

/** A project id that matches no project. */
const NOWHERE = '';

/** Injects the caller of the request into a handler. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => {
    return context.switchToHttp().getRequest<CalledRequest>().caller!;
  },
);

/** The place as the caller sees it: hidden projects are treated as absent. */
export function placeFor(caller: Caller, place: PermissionPlace): PermissionPlace {
  return place.project === undefined || caller.sees(place.project)
    ? place
    : { project: NOWHERE, environment: place.environment };
}

/**
 * Checks a permission whose place is only known from the body.
 * @throws PermissionError when it is missing.
 * @throws NotFoundError for a hidden project.
 */
export function requirePermission(
  caller: Caller,
  permission: Parameters<Caller['may']>[0],
  place: PermissionPlace,
): void {
  if (!caller.may(permission, placeFor(caller, place))) throw new PermissionError([permission]);
  if (place.project !== undefined && !caller.sees(place.project)) throw noProject(place.project);
}

/** The reader of a long read. Its statements are cancelled when the caller disconnects. */
export function readerOf(context: ExecutionContext): Reader {
  const http = context.switchToHttp();
  const { caller } = http.getRequest<CalledRequest>();
  const response = http.getResponse<Response>();
  const left = new AbortController();
  if (response.closed) left.abort();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return {
    key: caller?.key ?? '',
    left: left.signal,
  };
}

/** Injects {@link readerOf} into a handler. */
export const CurrentReader = createParamDecorator((_: unknown, context: ExecutionContext): Reader =>
  readerOf(context),
);
