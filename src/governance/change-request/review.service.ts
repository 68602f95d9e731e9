import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { RequestQuota } from '../../core/auth/limits/request-quota.js';
import {
  BadDataError,
  ExceedsLimitError,
  ForbiddenError,
} from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { ChangeRequestPlace, ChangeRequestStateDto } from './change-request.dto.js';
import { ChangeRequestStateError, OwnChangeRequestError } from './change-request.errors.js';
import {
  ADD_REVIEW,
  LIST_CHANGES,
  type LockedRequest,
  READ_PROGRESS,
  SET_STATE,
} from './change-request-write.sql.js';
import { payloadOf } from './changes.js';
import { ApplicationService } from './application.service.js';
import { SchedulingService } from './scheduling.service.js';
import {
  addComment,
  isAuthor,
  lockRequest,
  placeOf,
  recordOf,
  requireIn,
  requireOpen,
} from './request-lock.js';

/** Maximum number of approvals of a change request. */
const MAX_APPROVALS = 100;

/** Moves change requests from state to state. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly applications: ApplicationService,
    private readonly scheduling: SchedulingService,
    private readonly quota: RequestQuota,
  ) {}

  /**
   * Sets the state. Approving counts as one approval: the state changes with the last required one.
   * @throws NotFoundError when there is no such change request.
   * @throws ChangeRequestStateError when it is not in a state in which this is possible.
   * @throws PermissionError, ForbiddenError, OwnChangeRequestError when the caller may not do it.
   * @throws errors of {@link ApplicationService.apply}.
   */
  async set(
    at: ChangeRequestPlace,
    { state, comment, scheduledAt }: ChangeRequestStateDto,
    caller: Caller,
  ): Promise<void> {
    if (scheduledAt !== undefined && state !== 'Scheduled')
      throw new BadDataError('The time scheduledAt is only used with the state Scheduled.');
    const inTurn = (work: () => Promise<void>) => this.quota.whileChanging(caller.key, work);
    if (state === 'Applied') return this.applications.apply(at, comment, caller, inTurn);
    if (state === 'Scheduled')
      return inTurn(() => this.scheduling.schedule(at, scheduledAt, comment, caller));
    await inTurn(() => this.move(at, state, comment, caller));
  }

  private move(
    at: ChangeRequestPlace,
    state: keyof typeof MOVES,
    comment: string | undefined,
    caller: Caller,
  ): Promise<void> {
    return this.unitOfWork.run(caller, async (tx) => {
      const request = await lockRequest(tx, at, caller);
      requireOpen(request);
      await MOVES[state](request, comment, caller, tx);
      const isPrivate = request.isPrivate && state !== 'In review';
      if (comment !== undefined) await addComment({ ...request, isPrivate }, comment, tx);
    });
  }
}

type Move = (
  request: LockedRequest,
  comment: string | undefined,
  caller: Caller,
  tx: Tx,
) => Promise<void>;

const MOVES: Readonly<
  Record<Exclude<ChangeRequestStateDto['state'], 'Applied' | 'Scheduled'>, Move>
> = {
  'In review': sendToReview,
  Approved: approve,
  Rejected: reject,
  Cancelled: cancel,
};

async function sendToReview(
  request: LockedRequest,
  _: string | undefined,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  if (!isAuthor(request, caller))
    throw new ForbiddenError('Only the author can send a change request to review.');
  requireState(request, ['Draft'], 'sent to review');
  const [progress] = await tx.query(READ_PROGRESS, [request.id]);
  if (progress!.changes === 0)
    throw new ChangeRequestStateError('The change request has no changes to review.');
  const changes = await tx.query(LIST_CHANGES, [request.id]);
  await tx.query(SET_STATE, [request.id, 'In review']);
  const place = placeOf(request);
  const data = { changeRequestId: request.id };
  await tx.recordAll([
    { type: 'change-request-created', ...place, data },
    ...changes.map(
      ({ id, ...change }) =>
        ({ type: 'change-added', ...place, data: payloadOf(request.id, id, change) }) as const,
    ),
    { type: 'change-request-sent-to-review', ...place, data },
  ]);
}

async function approve(
  request: LockedRequest,
  comment: string | undefined,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  requireReviewer(request, caller);
  requireState(request, ['In review', 'Approved'], 'approved');
  const [added] = await tx.query(ADD_REVIEW, [request.id, caller.userId, true]);
  const [progress] = await tx.query(READ_PROGRESS, [request.id]);
  requireFewApprovals(progress!.approvals);
  const isEnough = progress!.approvals >= progress!.minApprovals;
  const isNew = isEnough && request.state === 'In review';
  if (isNew) await tx.query(SET_STATE, [request.id, 'Approved']);
  const place = placeOf(request);
  if (added)
    await tx.record({
      type: 'change-request-approval-added',
      ...place,
      data: decisionOf(request, comment),
    });
  if (isNew)
    await tx.record({
      type: 'change-request-approved',
      ...place,
      data: { changeRequestId: request.id },
    });
}

/** @throws ExceedsLimitError */
function requireFewApprovals(approvals: number): void {
  if (approvals > MAX_APPROVALS)
    throw new ExceedsLimitError(
      `A change request can have at most ${MAX_APPROVALS} approvals. This one has as many.`,
    );
}

async function reject(
  request: LockedRequest,
  comment: string | undefined,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  requireReviewer(request, caller);
  requireState(request, ['In review', 'Approved', 'Scheduled'], 'rejected');
  await tx.query(ADD_REVIEW, [request.id, caller.userId, false]);
  await tx.query(SET_STATE, [request.id, 'Rejected']);
  const data = decisionOf(request, comment);
  await tx.record({ type: 'change-request-rejected', ...placeOf(request), data });
}

/** Authors cancel their own; administrators can cancel all. */
async function cancel(
  request: LockedRequest,
  comment: string | undefined,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  if (!isAuthor(request, caller) && !caller.may('ADMIN', {}))
    throw new ForbiddenError('Only the author or an administrator can cancel a change request.');
  await tx.query(SET_STATE, [request.id, 'Cancelled']);
  const data = decisionOf(request, comment);
  await recordOf(request, tx, { type: 'change-request-cancelled', ...placeOf(request), data });
}

function requireReviewer(request: LockedRequest, caller: Caller): void {
  requireIn(request, caller, 'APPROVE_CHANGE_REQUEST');
  if (isAuthor(request, caller))
    throw new OwnChangeRequestError(
      'You created this change request, so somebody else has to review it.',
    );
}

function requireState(
  { id, state }: LockedRequest,
  allowed: readonly string[],
  intent: string,
): void {
  if (!allowed.includes(state))
    throw new ChangeRequestStateError(
      `The change request ${id} is ${state === 'Draft' ? 'a draft' : state.toLowerCase()}, so it ` +
        `cannot be ${intent}.`,
    );
}

function decisionOf({ id }: LockedRequest, comment: string | undefined) {
  return { changeRequestId: id, ...(comment === undefined ? {} : { comment }) };
}
