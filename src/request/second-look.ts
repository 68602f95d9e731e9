import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AccessCheck } from '../core/auth/access-check.js';
import { Authentication } from '../core/auth/authentication.js';
import type { CalledRequest } from '../core/auth/current-caller.js';
import type { Caller } from '../core/auth/caller/caller.js';
import { CallerReview } from '../core/auth/caller-review.js';
import { RequestTransaction } from '../platform/database/request-transaction.js';
import { ForbiddenError } from '../platform/errors/general.errors.js';
import { followCallerWith } from '../platform/http/event-stream.js';
import type { Operation } from '../platform/http/operation.js';

/** A look at a caller counts for so many milliseconds. */
const COUNTS_MS = 250;

/**
 * Looks at callers and their permissions again after waits, because they may have lost them
 * meanwhile.
 */
@Injectable()
export class SecondLook {
  constructor(
    private readonly authentication: Authentication,
    private readonly access: AccessCheck,
    private readonly review: CallerReview,
  ) {}

  /** What looks at the caller of a request, who was just admitted. */
  of(request: CalledRequest, response: Response, operation: Operation): LookAgain {
    // Responses that stay open look at their caller all the time.
    if (request.caller && (operation.streams || operation.delivery))
      followCallerWith(response, (lost) => this.review.follow(request.caller!, lost));
    let lookedAt = performance.now();
    const look: LookAgain = async (isUrgent = false) => {
      if (!isUrgent && performance.now() - lookedAt < COUNTS_MS) return;
      // What the transaction of the request has changed does not count, such as an own deletion.
      await RequestTransaction.outside(() => this.look(request, operation, isUrgent));
      lookedAt = performance.now();
      if (request.caller && !operation.isRead) request.caller.confirm = look;
    };
    if (request.caller && !operation.isRead) request.caller.confirm = look;
    return look;
  }

  private async look(
    request: CalledRequest,
    operation: Operation,
    isUrgent: boolean,
  ): Promise<void> {
    if (operation.permission === 'PUBLIC') return;
    const before = request.caller!;
    const caller = await this.authentication.again(request, isUrgent);
    await this.access.require(operation, request, caller);
    // The handler may have asked for more than the operation declares.
    if (caller && hasLost(before, caller))
      throw new ForbiddenError(
        'Your permissions were changed while this request was carried out. Nothing was changed; ' +
          'repeat it.',
      );
    request.caller = caller;
  }
}

/**
 * Looks at the caller again if the last look was a while ago.
 * @param isUrgent Whether to look in any case, and at the present state of the database.
 * @throws ApiError when the caller may not do this any more.
 */
export type LookAgain = (isUrgent?: boolean) => Promise<void>;

/** Whether a caller could do or see something before that it cannot now. */
function hasLost(before: Caller, now: Caller): boolean {
  if (now.isUnlimited || now.signature === before.signature) return false;
  const left = new Set(now.permissions.map((one) => JSON.stringify(one)));
  const couldSee = (project: string): boolean => !before.hiddenProjects.includes(project);
  return (
    before.permissions.some((one) => !left.has(JSON.stringify(one))) ||
    now.hiddenProjects.some(couldSee)
  );
}
