import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database } from '../../platform/database/database.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import { whileApproved } from '../../core/event/approval.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import type { ChangeRequestPlace } from './change-request.dto.js';
import {
  ADD_CHANGE,
  ADD_DRAFT,
  DELETE_CHANGE,
  DELETE_REQUEST,
  DELETE_REVIEWS,
  FIND_CHANGE,
  FIND_DRAFT,
  type LockedRequest,
  READ_PROGRESS,
  READ_REQUIREMENT,
  REPLACE_CHANGE,
  SET_STATE,
} from './change-request-write.sql.js';
import { COUNT_OPEN, MEASURE } from './change-request-quota.sql.js';
import {
  lockQuotas,
  requireRoom,
  requireWithin,
  requireWithinQuotas,
} from './change-request-quota.js';
import {
  type Change,
  type ChangeContent,
  Changes,
  independentGroups,
  payloadOf,
  type ReadChange,
} from './changes.js';
import { ChangeRequestStateError } from './change-request.errors.js';
import { lockOwnOpen, placeOf, recordOf } from './request-lock.js';

/** Writes the changes of change requests. */
@Injectable()
export class DraftService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly changes: Changes,
  ) {}

  /**
   * Adds changes to the draft of the caller in an environment, which is created if there is none.
   * The changes are rehearsed, so that what cannot be applied is refused at once.
   * @returns The id of the draft.
   * @throws NotFoundError when there is no such environment, feature, strategy or segment.
   * @throws BadDataError when a change is invalid, or the environment requires no approvals.
   * @throws PermissionError when the caller may not make a change directly either.
   * @throws ExceedsLimitError when there are too many changes or open change requests.
   */
  async add(at: ProjectEnvironmentParams, body: unknown, caller: Caller): Promise<number> {
    const changes = await this.changes.read(body);
    const proposedBy = agentOf(caller);
    this.changes.requireMay(caller, at, changes);
    const required = await this.requiredIn(at);
    await this.requireQuota(at, changes, caller);
    await this.rehearse(at, changes, required, caller);
    return this.unitOfWork.run(caller, async (tx) => {
      await lockQuotas(tx);
      const id = await draftOf(at, required, tx);
      for (const change of changes) await addChange(id, { ...change, proposedBy }, tx);
      await requireRoom(id, tx);
      await requireWithinQuotas(at, tx.actor.userId, tx);
      return id;
    });
  }

  /**
   * Replaces a change. Approvals and rejections are removed, because they were for another one.
   * @throws errors of {@link add}.
   * @throws ForbiddenError, ChangeRequestStateError when it is not the caller's, or closed.
   */
  async edit(
    at: ChangeRequestPlace,
    changeId: number,
    body: unknown,
    caller: Caller,
  ): Promise<void> {
    if (Array.isArray(body)) throw new BadDataError('Give one change, not a list.');
    const changes = (await this.changes.read(body)) as [ReadChange];
    const { environment } = await this.unitOfWork.run(caller, (tx) => lockOwnOpen(tx, at, caller));
    const place = { projectId: at.projectId, environment };
    this.changes.requireMay(caller, place, changes);
    await this.rehearse(place, changes, await this.requiredIn(place), caller);
    await this.unitOfWork.run(caller, async (tx) => {
      await lockQuotas(tx);
      const request = await lockOwnOpen(tx, at, caller);
      const before = await findChange(at, changeId, tx);
      const change = { ...changes[0], proposedBy: agentOf(caller) };
      await replaceChange(changeId, change, tx);
      await requireRoom(at.id, tx);
      if (isLonger(change, before)) await requireWithinQuotas(place, caller.userId, tx);
      await recordOf(request, tx, {
        type: 'change-edited',
        ...placeOf(request),
        data: payloadOf(at.id, changeId, change),
        preData: payloadOf(at.id, changeId, before),
      });
      await reopen(request, tx);
    });
  }

  /**
   * Removes a change. Approvals and rejections are removed, because they were for more changes.
   * @throws NotFoundError, ForbiddenError, ChangeRequestStateError
   */
  async removeChange(at: ChangeRequestPlace, changeId: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const request = await lockOwnOpen(tx, at, caller);
      const before = await findChange(at, changeId, tx);
      const [progress] = await tx.query(READ_PROGRESS, [at.id]);
      if (request.state !== 'Draft' && progress!.changes === 1)
        throw new ChangeRequestStateError(
          'This is the only change of the change request. Cancel the change request instead.',
        );
      await tx.query(DELETE_CHANGE, [changeId]);
      await tx.query(MEASURE, [at.id]);
      const preData = payloadOf(at.id, changeId, before);
      await recordOf(request, tx, { type: 'change-discarded', ...placeOf(request), preData });
      await reopen(request, tx);
    });
  }

  /**
   * Deletes a draft.
   * @throws NotFoundError, ForbiddenError, ChangeRequestStateError
   */
  async discard(at: ChangeRequestPlace, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const request = await lockOwnOpen(tx, at, caller);
      if (request.state !== 'Draft')
        throw new ChangeRequestStateError(
          'Only drafts can be discarded. Cancel the change request instead.',
        );
      await tx.query(DELETE_REQUEST, [at.id]);
    });
  }

  private async requiredIn({ projectId, environment }: ProjectEnvironmentParams): Promise<number> {
    const [row] = await this.database.run(READ_REQUIREMENT, [projectId, environment]);
    if (!row)
      throw new NotFoundError(
        `There is no project "${projectId}" with the environment "${environment}".`,
      );
    if (row.requiredApprovals !== null) return row.requiredApprovals;
    throw new BadDataError(
      `The environment "${environment}" of the project "${projectId}" requires no approvals. ` +
        'Make the changes directly.',
    );
  }

  /**
   * Refuses changes that exceed a quota before they are rehearsed. The exact check follows when
   * they are added.
   */
  private async requireQuota(
    { projectId, environment }: ProjectEnvironmentParams,
    changes: readonly Change[],
    { userId }: Caller,
  ): Promise<void> {
    const [counts] = await this.database.run(COUNT_OPEN, [projectId, environment, userId]);
    const characters = changes.reduce((sum, change) => sum + lengthOf(change), 0);
    requireWithin(counts!, { requests: counts!.hasDraft ? 0 : 1, characters });
  }

  private async rehearse(
    at: ProjectEnvironmentParams,
    changes: readonly Change[],
    required: number,
    caller: Caller,
  ): Promise<void> {
    const place = { project: at.projectId, environment: at.environment };
    // The request may not exist yet. Its id would be part of events, which are undone.
    for (const group of independentGroups(changes))
      await this.unitOfWork.rehearse((giveWay) =>
        whileApproved(0, place, required, async () => {
          for (const change of group) {
            await this.changes.apply(at, change, caller);
            await giveWay();
          }
        }),
      );
  }
}

/** Finds or creates the draft of the actor, and locks it. */
async function draftOf(
  { projectId: project, environment }: ProjectEnvironmentParams,
  required: number,
  tx: Tx,
): Promise<number> {
  const { userId } = tx.actor;
  const [added] = await tx.query(ADD_DRAFT, [project, environment, required, userId]);
  if (!added) {
    const [draft] = await tx.query(FIND_DRAFT, [project, environment, userId]);
    if (draft) return draft.id;
    throw new ChangeRequestStateError('The draft was sent to review meanwhile. Try again.');
  }
  return added.id;
}

async function addChange(id: number, change: ChangeContent, tx: Tx): Promise<void> {
  const { feature, segment, action, payload, proposedBy = null } = change;
  const values = [id, feature, segment, action, JSON.stringify(payload), proposedBy] as const;
  const [row] = await tx.query(ADD_CHANGE, [...values]);
  if (!row) throw noSubject(change);
}

async function replaceChange(id: number, change: ChangeContent, tx: Tx): Promise<void> {
  const { feature, segment, action, payload, proposedBy = null } = change;
  const values = [id, feature, segment, action, JSON.stringify(payload), proposedBy] as const;
  const [row] = await tx.query(REPLACE_CHANGE, [...values]);
  if (!row) throw noSubject(change);
}

async function findChange(
  { projectId, id }: ChangeRequestPlace,
  changeId: number,
  tx: Tx,
): Promise<ChangeContent> {
  const [change] = await tx.query(FIND_CHANGE, [id, changeId]);
  if (change) return change as ChangeContent;
  throw new NotFoundError(
    `There is no change ${changeId} in the change request ${id} of the project "${projectId}".`,
  );
}

function isLonger(change: ChangeContent, before: ChangeContent): boolean {
  return lengthOf(change) > lengthOf(before);
}

/** The agent that proposes; null for people. */
function agentOf({ scope, token }: Caller): string | null {
  return scope?.proposeOnly ? (token?.name ?? null) : null;
}

/** The length of the JSON of the payload. */
function lengthOf({ payload }: Pick<ChangeContent, 'payload'>): number {
  return JSON.stringify(payload)?.length ?? 0;
}

/** A changed request has to be reviewed again. */
async function reopen(request: LockedRequest, tx: Tx): Promise<void> {
  if (request.state === 'Draft') return;
  await tx.query(DELETE_REVIEWS, [request.id]);
  if (request.state !== 'In review') await tx.query(SET_STATE, [request.id, 'In review']);
}

function noSubject({ action, feature, segment }: ChangeContent): NotFoundError {
  const subject = feature === null ? `segment ${segment}` : `feature "${feature}"`;
  return new NotFoundError(`There is nothing to change by ${action} of the ${subject}.`);
}
