import { Injectable } from '@nestjs/common';
import { authorOf } from '../../core/auth/author-lookup.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { SYSTEM } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { ApplicationService, lockApproved, readChanges } from './application.service.js';
import { ChangeRequestConflictError, ChangeRequestStateError } from './change-request.errors.js';
import type { ChangeRequestPlace } from './change-request.dto.js';
import { confirmationPlace } from './changes.js';
import { addComment } from './request-lock.js';
import { hasOffset, MAX_HOURS_AHEAD } from './planned-time.js';
import { CLAIM, CLAIM_ONE, type DueRequest, SCHEDULE, STOP } from './scheduling.sql.js';

/** Schedules approved change requests, and applies those that are due. */
@Injectable()
export class SchedulingService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly applications: ApplicationService,
    private readonly confirmations: ConfirmationGate,
  ) {}

  /**
   * Schedules an approved change request, or chooses another time for a scheduled one. The caller
   * becomes responsible for it, and confirms it now, because nobody is asked when it is applied.
   * @throws BadDataError when the time has passed or is more than five years away.
   * @throws NotFoundError, PermissionError, ChangeRequestStateError, ConfirmationRequired as for
   * applying it.
   */
  async schedule(
    at: ChangeRequestPlace,
    scheduledAt: string | undefined,
    comment: string | undefined,
    caller: Caller,
  ): Promise<void> {
    if (scheduledAt === undefined || !hasOffset(scheduledAt))
      throw new BadDataError(
        'Give the time to apply the changes as scheduledAt, such as 2030-01-31T18:00:00Z.',
      );
    const time = new Date(scheduledAt).toISOString();
    await this.unitOfWork.run(caller, async (tx) => {
      const { request } = await lockApproved(at, caller, tx);
      const { state, project, environment } = request;
      if (state !== 'Approved' && state !== 'Scheduled')
        throw new ChangeRequestStateError(`The change request ${at.id} is not approved yet.`);
      const place = { projectId: project, environment };
      const changes = await readChanges(at.id, tx);
      await this.confirmations.requireIn(caller, 'on', confirmationPlace(place, changes));
      const { userId, tokenId } = authorOf(caller);
      const [row] = await tx.query(SCHEDULE, [at.id, time, MAX_HOURS_AHEAD, userId, tokenId]);
      if (!row) throw new BadDataError('Choose a time within the next five years.');
      const data = { changeRequestId: at.id, scheduledAt: time };
      await tx.record({ type: 'change-request-scheduled', project, environment, data });
      if (comment !== undefined) await addComment(request, comment, tx);
    });
  }

  /**
   * Takes a change request that is due, within a transaction that applies it.
   * @param except Ids of change requests to leave out.
   * @param onlyTurnsOff Whether to take one that only turns features off, or another one.
   */
  async claim(
    except: readonly number[],
    onlyTurnsOff: boolean,
    tx: Tx,
  ): Promise<DueRequest | undefined> {
    return (await tx.query(CLAIM, [except, onlyTurnsOff]))[0];
  }

  /** Applies a claimed change request. @throws errors of {@link ApplicationService.apply}. */
  async apply(due: DueRequest, caller: Caller): Promise<void> {
    const { project: projectId, id } = due;
    // One unit, so that a refusal leaves nothing behind of the changes before it.
    await this.unitOfWork.run(caller, () =>
      this.applications.apply({ projectId, id }, undefined, caller),
    );
    await this.unitOfWork.run(caller, (tx) =>
      tx.record({
        type: 'change-request-scheduled-application-success',
        ...placeOf(due),
        data: { changeRequestId: id, scheduledAt: due.scheduledAt },
      }),
    );
  }

  /**
   * Notes why a claimed change request was not applied: it is `suspended` when something has
   * changed since it was scheduled, and `failed` when a change was refused.
   */
  async stop(due: DueRequest, status: 'failed' | 'suspended', reason: string): Promise<void> {
    await this.unitOfWork.run(SYSTEM, (tx) => stop(due, status, reason, tx));
  }

  /** Like {@link stop}, for a change request that is claimed first. */
  async giveUp(id: number, reason: string): Promise<void> {
    await this.unitOfWork.run(SYSTEM, async (tx) => {
      const [due] = await tx.query(CLAIM_ONE, [id]);
      if (due) await stop(due, 'failed', reason, tx);
    });
  }
}

/** Whether an error means that something has changed since a change request was scheduled. */
export function isSuspending(error: unknown): boolean {
  return error instanceof ChangeRequestConflictError || error instanceof ChangeRequestStateError;
}

async function stop(
  due: DueRequest,
  status: 'failed' | 'suspended',
  reason: string,
  tx: Tx,
): Promise<void> {
  const { id, scheduledAt } = due;
  await tx.query(STOP, [id, status, reason]);
  await tx.record({
    type:
      status === 'failed'
        ? 'change-request-scheduled-application-failure'
        : 'change-request-schedule-suspended',
    ...placeOf(due),
    data: { changeRequestId: id, scheduledAt, reason },
  });
}

function placeOf({ project, environment }: DueRequest) {
  return { project, environment };
}
