import { placeFor } from '../../core/auth/current-caller.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import {
  ExceedsLimitError,
  ForbiddenError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';
import type { DomainEvent } from '../../core/event/event.types.js';
import type { Tx } from '../../core/event/tx.js';
import type { RolePermission } from '../../platform/http/permission.js';
import { ChangeRequestStateError } from './change-request.errors.js';
import { type ChangeRequestPlace, isOpen } from './change-request.dto.js';
import {
  ADD_COMMENT,
  LOCK,
  type LockedRequest,
  READ_PROGRESS,
} from './change-request-write.sql.js';

/** The error for an unknown change request. */
export function noChangeRequest({ projectId, id }: ChangeRequestPlace): NotFoundError {
  return new NotFoundError(`There is no change request ${id} in the project "${projectId}".`);
}

/**
 * Locks a change request until the transaction ends. Those that others have not sent to review are
 * treated as absent.
 * @throws NotFoundError
 */
export async function lockRequest(
  tx: Tx,
  at: ChangeRequestPlace,
  caller: Caller,
): Promise<LockedRequest> {
  const [request] = await tx.query(LOCK, [at.projectId, at.id]);
  const isHidden = request?.isPrivate && !isAuthor(request, caller);
  if (!request || isHidden) throw noChangeRequest(at);
  return request;
}

/** Like {@link lockRequest} for the author of a change request that can still be applied. */
export async function lockOwnOpen(
  tx: Tx,
  at: ChangeRequestPlace,
  caller: Caller,
): Promise<LockedRequest> {
  const request = await lockRequest(tx, at, caller);
  if (!isAuthor(request, caller))
    throw new ForbiddenError(`Only the author of the change request ${at.id} can change it.`);
  requireOpen(request);
  if (caller.scope?.proposeOnly && request.state !== 'Draft')
    throw new ForbiddenError(
      `The change request ${at.id} was sent to review: this token can only change drafts.`,
    );
  return request;
}

/** @throws ChangeRequestStateError when the change request is closed. */
export function requireOpen({ id, state }: LockedRequest): void {
  if (!isOpen(state))
    throw new ChangeRequestStateError(
      `The change request ${id} is ${state.toLowerCase()}, so it can no longer be changed.`,
    );
}

/** All API tokens count as one author. */
export function isAuthor({ createdByUserId }: LockedRequest, { userId }: Caller): boolean {
  return createdByUserId === userId;
}

/**
 * Records events of a change request. Those of drafts are not recorded, since events are visible to
 * others, and drafts are not; sending to review records what a draft contains.
 */
export async function recordOf(
  request: LockedRequest,
  tx: Tx,
  ...events: DomainEvent[]
): Promise<void> {
  if (!request.isPrivate) await tx.recordAll(events);
}

/** The place of a change request in events. */
export function placeOf({ project, environment }: LockedRequest) {
  return { project, environment };
}

/** @throws PermissionError when the caller lacks a permission in the environment of a request. */
export function requireIn(
  { project, environment }: LockedRequest,
  caller: Caller,
  permission: RolePermission,
): void {
  if (!caller.may(permission, placeFor(caller, { project, environment })))
    throw new PermissionError([permission]);
}

/** Maximum number of comments on a change request. */
const MAX_COMMENTS = 200;

/**
 * Adds a comment to a locked change request.
 * @throws ExceedsLimitError when it has too many.
 */
export async function addComment(request: LockedRequest, text: string, tx: Tx): Promise<void> {
  const { id } = request;
  const [progress] = await tx.query(READ_PROGRESS, [id]);
  if (progress!.comments >= MAX_COMMENTS)
    throw new ExceedsLimitError(
      `A change request can have at most ${MAX_COMMENTS} comments. This one has as many.`,
    );
  const [comment] = await tx.query(ADD_COMMENT, [id, tx.actor.userId, text]);
  const data = { changeRequestId: id, commentId: comment!.id, text };
  await recordOf(request, tx, {
    type: 'change-request-comment-added',
    ...placeOf(request),
    data,
  });
}
