import { Injectable } from '@nestjs/common';
import { placeFor } from '../../core/auth/current-caller.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { builtInRolesWith } from '../../core/auth/permissions/role-permissions.js';
import { Database } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { Json } from '../../platform/http/json.js';
import { containsPattern } from '../../platform/http/query-values.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import { FIND_ABLE, LIST_ABLE } from './change-request.sql.js';
import type { AvailableReviewersQuery, ChangeRequestPlace } from './change-request.dto.js';
import type { ReviewersResponse } from './change-request.response.js';
import {
  ADD_REVIEWERS,
  DELETE_REVIEWERS,
  LIST_REVIEWERS,
  type LockedRequest,
  SET_TITLE,
} from './change-request-write.sql.js';
import {
  addComment,
  isAuthor,
  lockOwnOpen,
  lockRequest,
  placeOf,
  recordOf,
} from './request-lock.js';

/** The permissions of users who take part in the discussion of change requests. */
const TAKING_PART = ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'] as const;

const APPROVERS = builtInRolesWith(['APPROVE_CHANGE_REQUEST']);

/** Writes titles, comments and requests for reviews of change requests. */
@Injectable()
export class DiscussionService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  /** @throws NotFoundError, ForbiddenError, ChangeRequestStateError as {@link lockOwnOpen}. */
  async setTitle(at: ChangeRequestPlace, title: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const request = await lockOwnOpen(tx, at, caller);
      if (request.title === title) return;
      await tx.query(SET_TITLE, [at.id, title]);
      await recordOf(request, tx, {
        type: 'change-request-title-updated',
        ...placeOf(request),
        data: { changeRequestId: at.id, title },
        preData: { changeRequestId: at.id, title: request.title },
      });
    });
  }

  /**
   * Replaces the users whose review is requested.
   * @throws BadDataError when one of them cannot approve, or is the author.
   * @throws NotFoundError, ForbiddenError, ChangeRequestStateError as {@link lockOwnOpen}.
   */
  async setReviewers(at: ChangeRequestPlace, ids: number[], caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const request = await lockOwnOpen(tx, at, caller);
      const wanted = [...new Set(ids)].sort((a, b) => a - b);
      await requireAble(request, wanted, tx);
      const before = (await tx.query(LIST_REVIEWERS, [at.id])).map(({ id }) => id);
      if (before.join() === wanted.join()) return;
      await tx.query(DELETE_REVIEWERS, [at.id]);
      await tx.query(ADD_REVIEWERS, [at.id, wanted]);
      await recordOf(request, tx, {
        type: 'change-request-reviewers-updated',
        ...placeOf(request),
        data: { changeRequestId: at.id, reviewers: wanted },
        preData: { changeRequestId: at.id, reviewers: before },
      });
    });
  }

  /**
   * Adds a comment, for the author, requested reviewers, and those who can approve or apply.
   * @throws NotFoundError, PermissionError, ExceedsLimitError
   */
  async comment(at: ChangeRequestPlace, text: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const request = await lockRequest(tx, at, caller);
      if (!(await mayTakePart(request, caller, tx))) throw new PermissionError([...TAKING_PART]);
      await addComment(request, text, tx);
    });
  }

  /** Lists users who can approve changes in an environment; none if there is none. */
  async availableReviewers(
    { projectId, environment }: ProjectEnvironmentParams,
    { query, limit, offset }: AvailableReviewersQuery,
  ): Promise<Json<ReviewersResponse>> {
    const pattern = query ? containsPattern(query) : null;
    const page = [pattern, limit, offset] as const;
    const [row] = await this.database.run(LIST_ABLE, [
      projectId,
      environment,
      ...APPROVERS,
      ...page,
    ]);
    return row!.reviewers;
  }
}

async function requireAble(
  { project, environment, createdByUserId }: LockedRequest,
  ids: readonly number[],
  tx: Tx,
): Promise<void> {
  if (ids.includes(createdByUserId))
    throw new BadDataError('Authors cannot review their own change requests.');
  const found = await tx.query(FIND_ABLE, [project, environment, ...APPROVERS, ids]);
  const able = new Set(found.map(({ id }) => id));
  const unable = ids.find((id) => !able.has(id));
  if (unable !== undefined)
    throw new BadDataError(`The user ${unable} cannot approve changes in "${environment}".`);
}

async function mayTakePart(request: LockedRequest, caller: Caller, tx: Tx): Promise<boolean> {
  const { project, environment } = request;
  const place = placeFor(caller, { project, environment });
  if (isAuthor(request, caller) || TAKING_PART.some((one) => caller.may(one, place))) return true;
  const reviewers = await tx.query(LIST_REVIEWERS, [request.id]);
  return reviewers.some(({ id }) => id === caller.userId);
}
