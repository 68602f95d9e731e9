import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type EndpointPromise, promiseOf } from '../http/endpoint.js';
import { AuthenticationRequired, NotFoundError, PermissionError } from '../http/errors.js';
import type { CalledRequest } from './authentication.js';
import type { Caller } from './caller.js';
import type { PermissionPlace } from './role/access.js';

const PROJECT_OF = { name: 'project-of-feature', text: 'SELECT f.project FROM feature f WHERE f.name = $1' };

/** Lets a request pass when its caller has the permission that the route declares, in the project and environment that it is about. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError for a project of which the caller must not know. @throws PermissionError */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const promise = promiseOf(context.getHandler());
    if (promise?.permission === 'PUBLIC') return true;
    const { caller, params } = context.switchToHttp().getRequest<CalledRequest>();
    if (!caller) throw new AuthenticationRequired('Sign in, or send an admin token in the Authorization header.');
    const place = caller.isUnlimited ? {} : await this.placeOf(params as Record<string, string>, promise?.place);
    if (place.project !== undefined && !caller.sees(place.project)) throw new NotFoundError(`There is no project "${place.project}".`);
    const enough = [promise?.permission ?? 'ADMIN'].flat();
    if (!enough.some((one) => caller.may(one, place))) throw new PermissionError(enough);
    return true;
  }

  /** A feature that does not exist is nowhere, and its route says so. */
  private async placeOf(params: Record<string, string>, place: EndpointPromise['place']): Promise<PermissionPlace> {
    const environment = params['environment'];
    if (typeof place !== 'object') return { project: params['projectId'], environment };
    const [row] = await this.database.run<{ project: string }>(PROJECT_OF, [params[place.feature]]);
    return { project: row?.project, environment };
  }
}

/** The caller of the request, as a parameter of a handler. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return context.switchToHttp().getRequest<CalledRequest>().caller!;
});

/** Lets the caller do something that only the body tells the place of. @throws PermissionError */
export function requirePermission(caller: Caller, permission: Parameters<Caller['may']>[0], place: PermissionPlace): void {
  if (!caller.may(permission, place)) throw new PermissionError([permission]);
}
