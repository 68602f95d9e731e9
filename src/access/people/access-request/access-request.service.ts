import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import {
  lockRoles,
  requireWithin,
  type GrantingRole,
} from '../../../core/auth/caller/role-bounds.js';
import { lockLiveProject, noProject } from '../../../core/event/live-project.js';
import { grantedForATime } from '../../../core/auth/permissions/access.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import {
  BadDataError,
  ConflictError,
  ExceedsLimitError,
  ForbiddenError,
  NotFoundError,
} from '../../../platform/errors/general.errors.js';
import { type Json, jsonOf } from '../../../platform/http/json.js';
import type {
  AccessApprovalDto,
  AccessRequestResponse,
  AccessRequestsResponse,
  CreateAccessRequestDto,
  ProjectAccessRequestsResponse,
} from './access-request.dto.js';
import {
  ADD,
  CHECK,
  DECIDE,
  END,
  FIND,
  type FoundRequest,
  LIST,
  OWN,
  READ,
} from './access-request.sql.js';
import { WaitingAccessRequests, WRITE_ACCESS } from './waiting-access-requests.js';

/** How much a user can ask for at the same time. */
const MAX_OPEN = 10;
const READ_ACCESS = 'PROJECT_USER_ACCESS_READ';

/** A request in a path. */
interface Place {
  projectId: string;
  id: number;
}

/**
 * Lets people ask for a role in a project for a time, and those decide who may give it. The role
 * ends at its time, on every instance and through restarts, since the query of permissions looks
 * at the time. See ADR 66.
 */
@Injectable()
export class AccessRequestService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly waiting: WaitingAccessRequests,
  ) {}

  /**
   * The requests for access to a project, or the caller's own among them.
   * @throws NotFoundError when there is no such live project.
   */
  async list(projectId: string, caller: Caller): Promise<Json<ProjectAccessRequestsResponse>> {
    const place = { project: projectId };
    const seesAll = caller.may(READ_ACCESS, place) || caller.may(WRITE_ACCESS, place);
    const [row] = await this.database.run(LIST, [projectId, seesAll ? null : caller.userId]);
    if (!row) throw noProject(projectId);
    const { requests, roles } = row;
    return jsonOf(`{"accessRequests":${requests},"roles":${roles}}`);
  }

  /** The caller's own requests, and those that wait for the caller. */
  async concerning(caller: Caller): Promise<Json<AccessRequestsResponse>> {
    const [own] = await this.database.run(OWN, [caller.userId]);
    const waiting = await this.waiting.of(caller);
    return jsonOf(`{"own":${own!.json},"waiting":${JSON.stringify(waiting)}}`);
  }

  /**
   * Asks for a role.
   * @throws ForbiddenError for tokens and service accounts, which are nobody.
   * @throws BadDataError when there is no such role for projects, or no such environment.
   * @throws ConflictError when the user has asked for the same already.
   * @throws ExceedsLimitError
   */
  async ask(
    projectId: string,
    dto: CreateAccessRequestDto,
    caller: Caller,
  ): Promise<Json<AccessRequestResponse>> {
    const { roleId, environment = null, minutes, reason, isEmergency = false } = dto;
    const id = await this.unitOfWork.run(caller, async (tx) => {
      await lockLiveProject(tx, projectId);
      await lockPeople(caller, [], tx);
      await projectRole(roleId, tx);
      const { userId } = caller;
      const [has] = await tx.query(CHECK, [userId, projectId, roleId, environment]);
      requireRoom(has!, environment);
      const wish = [roleId, environment, minutes, reason, isEmergency] as const;
      const [added] = await tx.query(ADD, [projectId, userId, ...wish]);
      const data = added!.event;
      await tx.record({ type: 'access-request-created', project: projectId, data });
      return added!.id;
    });
    return this.get({ projectId, id });
  }

  /**
   * Gives the role for the time that was asked for, or less.
   * @throws ForbiddenError for one's own request, and for tokens and service accounts.
   * @throws InvalidOperationError when the role allows more than the caller could give.
   * @throws ConflictError when it does not wait for a decision any more.
   */
  async approve(
    at: Place,
    { minutes, comment }: AccessApprovalDto,
    caller: Caller,
  ): Promise<Json<AccessRequestResponse>> {
    await this.decide(at, caller, async (found, tx) => {
      const { grants } = await projectRole(found.roleId, tx);
      const given = grantedForATime(grants, found.environment);
      requireWithin(caller, given, { project: at.projectId });
      if (minutes !== undefined && minutes > found.minutes)
        throw new BadDataError(`Only ${found.minutes} minutes were asked for.`, [
          { message: `It must be at most ${found.minutes}.`, path: '/body/minutes' },
        ]);
      const values = [comment || null, minutes ?? found.minutes] as const;
      const [decided] = await tx.query(DECIDE, [at.id, caller.userId, ...values]);
      const { projectId: project } = at;
      await tx.record({ type: 'access-request-approved', project, data: decided!.event });
    });
    return this.get(at);
  }

  /** @throws errors of {@link approve}. */
  async deny(
    at: Place,
    { comment }: Pick<AccessApprovalDto, 'comment'>,
    caller: Caller,
  ): Promise<Json<AccessRequestResponse>> {
    await this.decide(at, caller, async (_, tx) => {
      const [decided] = await tx.query(DECIDE, [at.id, caller.userId, comment || null, null]);
      const { projectId: project } = at;
      await tx.record({ type: 'access-request-denied', project, data: decided!.event });
    });
    return this.get(at);
  }

  /**
   * Withdraws an own request, gives an own role back, or takes one from its holder.
   * @throws ForbiddenError for requests of others, without permission to change the access.
   * @throws ConflictError when there is nothing to end any more.
   */
  async end(at: Place, caller: Caller): Promise<Json<AccessRequestResponse>> {
    const { projectId: project, id } = at;
    await this.unitOfWork.run(caller, async (tx) => {
      const { userId, isHeld, isOpen } = await lockRequest(at, caller, tx);
      const isOwn = userId === caller.userId;
      if (!isOwn && (isOpen || !caller.may(WRITE_ACCESS, { project })))
        throw new ForbiddenError('This is the request of somebody else.');
      if (!isHeld && !isOpen) throw decided();
      const [ended] = await tx.query(END, [id, isHeld ? 'ended' : 'withdrawn']);
      const data = ended!.event;
      await tx.record(
        isHeld
          ? {
              type: 'access-request-ended',
              project,
              data: { ...data, why: isOwn ? 'returned' : 'revoked' },
            }
          : { type: 'access-request-withdrawn', project, data },
      );
    });
    return this.get(at);
  }

  private async decide(
    at: Place,
    caller: Caller,
    work: (found: FoundRequest, tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const found = await lockRequest(at, caller, tx);
      if (found.userId === caller.userId)
        throw new ForbiddenError('Somebody else has to decide about your own request.');
      if (!found.isOpen) throw decided();
      await work(found, tx);
    });
  }

  private async get({ projectId, id }: Place): Promise<Json<AccessRequestResponse>> {
    const [row] = await this.database.run(READ, [projectId, id]);
    if (!row) throw unknown(id);
    return row.json;
  }
}

/**
 * Locks a request, by its user, together with the caller.
 * @throws NotFoundError
 */
async function lockRequest(at: Place, caller: Caller, tx: Tx): Promise<FoundRequest> {
  await lockLiveProject(tx, at.projectId);
  const [found] = await tx.query(FIND, [at.projectId, at.id]);
  if (!found) throw unknown(at.id);
  await lockPeople(caller, [found.userId], tx);
  const [locked] = await tx.query(FIND, [at.projectId, at.id]);
  if (!locked) throw unknown(at.id);
  return locked;
}

/**
 * Locks the caller and others against deletion, and what these ask for against each other.
 * @throws ForbiddenError when the caller is not a person.
 */
async function lockPeople(caller: Caller, others: readonly number[], tx: Tx): Promise<void> {
  const ids = [...new Set([caller.userId, ...others])];
  const { users } = await tx.lock({ users: { noKeyUpdate: ids } });
  const own = users.find(({ id }) => id === caller.userId);
  if (caller.kind !== 'user' || own?.kind !== 'user' || own.deleted)
    throw new ForbiddenError('Only people ask for access, and decide about it: sign in.');
}

/** @throws BadDataError when there is no such role for projects. */
async function projectRole(roleId: number, tx: Tx): Promise<GrantingRole> {
  const [role] = await lockRoles([roleId], 'share', tx);
  if (role?.type === 'project' || role?.type === 'custom') return role;
  const message = `There is no role for projects with the id ${roleId}.`;
  throw new BadDataError(message, [{ message, path: '/body/roleId' }]);
}

function requireRoom(
  {
    open,
    isRepeated,
    hasEnvironment,
  }: { open: number; isRepeated: boolean; hasEnvironment: boolean },
  environment: string | null,
): void {
  if (!hasEnvironment) {
    const message = `The project has no environment "${environment}".`;
    throw new BadDataError(message, [{ message, path: '/body/environment' }]);
  }
  if (isRepeated)
    throw new ConflictError('You have asked for this already: it waits for a decision.');
  if (open >= MAX_OPEN)
    throw new ExceedsLimitError(
      `You can ask for at most ${MAX_OPEN} roles at the same time. Withdraw a request first.`,
    );
}

function decided(): ConflictError {
  return new ConflictError(
    'This request was decided, withdrawn or ended already, or nobody decided in time.',
  );
}

function unknown(id: number): NotFoundError {
  return new NotFoundError(`The project has no request for access with the id ${id}.`);
}
