import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { promiseOf } from '../http/endpoint.js';
import { AuthenticationRequired, PermissionError } from '../http/errors.js';
import type { CalledRequest } from './authentication.js';
import type { Caller } from './caller.js';

/** Lets a request pass when its caller has the permission that the route declares, in the project and environment that its path names. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const permission = promiseOf(context.getHandler())?.permission;
    if (permission === 'PUBLIC') return true;
    const { caller, params } = context.switchToHttp().getRequest<CalledRequest>();
    if (!caller) throw new AuthenticationRequired('Sign in, or send an admin token in the Authorization header.');
    const place = { project: params['projectId'] as string | undefined, environment: params['environment'] as string | undefined };
    const enough = [permission ?? 'ADMIN'].flat();
    if (!permission || !enough.some((one) => caller.may(one, place))) throw new PermissionError(enough);
    return true;
  }
}

/** The caller of the request, as a parameter of a handler. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return context.switchToHttp().getRequest<CalledRequest>().caller!;
});
