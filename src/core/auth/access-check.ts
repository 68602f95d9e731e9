import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { EndpointPromise } from '../../platform/http/endpoint-promise.js';
import { AuthenticationRequired, PermissionError } from './caller/auth.errors.js';
import { ForbiddenError, NotFoundError } from '../../platform/errors/general.errors.js';
import { noProject } from '../event/live-project.js';
import { type CalledRequest, placeFor } from './current-caller.js';
import type { Caller } from './caller/caller.js';
import { KnownProjects } from './known-projects.js';
import type { PermissionPlace } from './permissions/access.js';
import { ConfirmationGate } from './session/confirmation-gate.js';
import { PROJECT_OF } from './permissions/access.sql.js';

/** The methods that read-only tokens may use. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Where a route needs its permission, and the error to respond with when that place is hidden from
 * the caller.
 */
interface Target {
  place: PermissionPlace;
  missing?: NotFoundError | undefined;
}

/**
 * Checks that a caller has the declared permission of an operation in the project and environment
 * of the request.
 */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly database: Database,
    private readonly confirmations: ConfirmationGate,
    private readonly projects: KnownProjects,
  ) {}

  /**
   * @param caller The sender of the request, as last looked up.
   * @throws AuthenticationRequired without a caller.
   * @throws PermissionError when the permission is missing.
   * @throws NotFoundError for a hidden project, or a feature of one.
   * @throws ConfirmationRequired when the session needs a recent confirmation.
   */
  async require(
    promise: EndpointPromise,
    { params, method }: Pick<CalledRequest, 'params' | 'method'>,
    caller: Caller | undefined,
  ): Promise<void> {
    if (promise.permission === 'PUBLIC') return;
    if (!caller)
      throw new AuthenticationRequired(
        'Sign in, or send an admin token in the Authorization header.',
      );
    if (caller.scope?.readOnly && !READING.has(method))
      throw new ForbiddenError('This token is read-only: it may only use the method GET.');
    if (caller.scope?.proposeOnly && !READING.has(method) && !promise.reads && !promise.proposes)
      throw new ForbiddenError(
        'This token can only read and propose: add the change to a change request, which people ' +
          'send to review, approve and apply.',
      );
    if (promise.ofAccount && caller.scope)
      throw new ForbiddenError(
        'This token is limited by its scope: it cannot change the account of its user. Sign ' +
          'in instead.',
      );
    const { place, missing } = caller.isUnlimited
      ? { place: {} }
      : await this.targetFor(caller, params as Record<string, string>, promise);
    const enough = [promise.permission].flat();
    if (!enough.some((one) => caller.may(one, place))) throw new PermissionError(enough);
    if (missing && !promise.answersUnknown) throw missing;
    await this.confirmations.require(caller, promise, params as Record<string, string>);
  }

  private async targetFor(
    caller: Caller,
    params: Record<string, string>,
    promise: EndpointPromise,
  ): Promise<Target> {
    const { projectId: project, environment } = params;
    if (typeof promise.place === 'object')
      return this.featureTarget(caller, params[promise.place.feature]!, environment);
    const missing =
      project === undefined || (await this.isThere(project, caller))
        ? undefined
        : noProject(project);
    return {
      place: promise.place === 'anywhere' ? {} : placeFor(caller, { project, environment }),
      missing,
    };
  }

  /**
   * Whether the project exists and the caller may see it. A caller who may not see every project
   * gets the same response, after the same time, for unknown and for hidden projects.
   */
  private async isThere(project: string, caller: Caller): Promise<boolean> {
    return (
      caller.sees(project) &&
      (caller.hiddenProjects.length === 0 || (await this.projects.has(project)))
    );
  }

  /**
   * The target of a route that names a feature only. The route itself reports unknown features,
   * except to callers from whom projects are hidden (see {@link isThere}).
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
