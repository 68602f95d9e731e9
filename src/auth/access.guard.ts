import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import { Database } from '../database/database.js';
import { type EndpointPromise, promiseOf } from '../http/endpoint.js';
import { AuthenticationRequired, PermissionError } from './caller/auth.errors.js';
import { ForbiddenError, NotFoundError } from '../errors/general.errors.js';
import type { CalledRequest } from './caller/called-request.js';
import type { Caller } from './caller/caller.js';
import { KnownProjects } from './known-projects.js';
import type { PermissionPlace } from './permissions/access.js';
import { ConfirmationGate } from './session/confirmation-gate.js';
import { PROJECT_OF } from './access.sql.js';

/** What tokens for reading only may do. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** No project has this id. */
const NOWHERE = '';

/**
 * Where a route needs its permission, and what to refuse with afterwards when that is hidden from
 * the caller.
 */
interface Target {
  place: PermissionPlace;
  missing?: NotFoundError | undefined;
}

/**
 * Lets a request pass when its caller has the permission that the route declares, in the project
 * and environment that it is about.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly database: Database,
    private readonly confirmations: ConfirmationGate,
    private readonly projects: KnownProjects,
  ) {}

  /**
   * @throws PermissionError @throws NotFoundError for a project, or a feature of one, of which the
   * caller must not know. @throws ConfirmationRequired
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const promise = promiseOf(context.getHandler());
    if (promise?.permission === 'PUBLIC') return true;
    const { caller, params, method } = context.switchToHttp().getRequest<CalledRequest>();
    if (!caller)
      throw new AuthenticationRequired(
        'Sign in, or send an admin token in the Authorization header.',
      );
    if (caller.scope?.readOnly && !READING.has(method))
      throw new ForbiddenError(
        'This token is for reading only: it may use the method GET, and no other.',
      );
    if (promise?.ofAccount && caller.scope)
      throw new ForbiddenError(
        'This token is limited by its scope: it cannot change the account of its user. Sign in instead.',
      );
    const { place, missing } = caller.isUnlimited
      ? { place: {} }
      : await this.targetFor(caller, params as Record<string, string>, promise);
    const enough = [promise?.permission ?? 'ADMIN'].flat();
    if (!enough.some((one) => caller.may(one, place))) throw new PermissionError(enough);
    if (missing && !promise?.answersUnknown) throw missing;
    await this.confirmations.require(caller, promise, params as Record<string, string>);
    return true;
  }

  private async targetFor(
    caller: Caller,
    params: Record<string, string>,
    promise: EndpointPromise | undefined,
  ): Promise<Target> {
    const { projectId: project, environment } = params;
    if (typeof promise?.place === 'object')
      return this.featureTarget(caller, params[promise.place.feature]!, environment);
    const missing =
      project === undefined || (await this.isThere(project, caller))
        ? undefined
        : noProject(project);
    return {
      place: promise?.place === 'anywhere' ? {} : placeFor(caller, { project, environment }),
      missing,
    };
  }

  /**
   * Whether there is a project of which the caller may know. Whoever must not know of all projects
   * is refused one that does not exist in the same way and at the same moment as one that is
   * hidden: what a route would say of it later could differ.
   */
  private async isThere(project: string, caller: Caller): Promise<boolean> {
    return (
      caller.sees(project) &&
      (caller.hiddenProjects.length === 0 || (await this.projects.has(project)))
    );
  }

  /**
   * A feature that does not exist is nowhere, and its route says so; but for whoever must not know
   * of all projects, as {@link isThere} has it.
   */
  private async featureTarget(
    caller: Caller,
    name: string,
    environment: string | undefined,
  ): Promise<Target> {
    const [row] = await this.database.run(PROJECT_OF, [name], 'hot');
    const isThere = row ? caller.sees(row.project) : caller.hiddenProjects.length === 0;
    if (isThere) return { place: { project: row?.project, environment } };
    return { place: { environment }, missing: new NotFoundError(`There is no feature "${name}".`) };
  }
}

/** The place as it is for the caller: a project that is hidden from them is as good as none. */
export function placeFor(caller: Caller, place: PermissionPlace): PermissionPlace {
  return place.project === undefined || caller.sees(place.project)
    ? place
    : { project: NOWHERE, environment: place.environment };
}

/** The caller of the request, as a parameter of a handler. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => {
    return context.switchToHttp().getRequest<CalledRequest>().caller!;
  },
);

/**
 * Lets the caller do something that only the body tells the place of.
 * @throws PermissionError @throws NotFoundError for a project of which the caller must not know.
 */
export function requirePermission(
  caller: Caller,
  permission: Parameters<Caller['may']>[0],
  place: PermissionPlace,
): void {
  if (!caller.may(permission, placeFor(caller, place))) throw new PermissionError([permission]);
  if (place.project !== undefined && !caller.sees(place.project)) throw noProject(place.project);
}

function noProject(project: string): NotFoundError {
  return new NotFoundError(`There is no project "${project}".`);
}
