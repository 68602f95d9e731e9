import { ExceedsLimitError } from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import { ADD_COMMENT, type LockedRequest, READ_PROGRESS } from './change-request-write.sql.js';
import { placeOf, recordOf } from './request-lock.js';

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
