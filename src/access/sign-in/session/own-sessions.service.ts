import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { lockUser } from '../../people/user/user-writer.js';
import type { SessionsResponse } from './own-sessions.response.js';
import { LIST, END_ONE, END_OTHERS, END_PENDING } from './sessions.sql.js';

/**
 * Lists and ends sessions. An ended session is refused at once by this instance, and within a
 * second by others.
 */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
  ) {}

  /** The sessions of a user; `current` is the session of the request, if it is one of them. */
  async list(userId: number, current: string | undefined): Promise<Json<SessionsResponse>> {
    const [row] = await this.database.run(LIST, [userId, current ?? null]);
    return row!.json;
  }

  /** @throws NotFoundError when the caller has no such session. */
  async end(id: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const ended = await tx.query(END_ONE, [caller.userId, id]);
      if (ended.length === 0) throw new NotFoundError(`You have no session with the id ${id}.`);
      await tx.record({
        type: 'user-sessions-ended',
        data: { id: caller.userId, sessions: 1, reason: 'user' },
      });
    });
    this.callers.invalidate();
  }

  /**
   * Ends all sessions of the caller except the current one.
   * @returns Their number.
   */
  async endOthers(caller: Caller): Promise<number> {
    return this.endAll(caller.userId, caller.session?.id, 'user', caller);
  }

  /**
   * Ends all sessions of a user.
   * @returns Their number.
   * @throws NotFoundError when there is no such user.
   */
  endAllOf(userId: number, caller: Caller): Promise<number> {
    return this.endAll(userId, undefined, 'administrator', caller);
  }

  private async endAll(
    userId: number,
    except: string | undefined,
    reason: string,
    caller: Caller,
  ): Promise<number> {
    const count = await this.unitOfWork.run(caller, async (tx) => {
      if (reason === 'administrator') await lockUser(userId, tx);
      const ended = await tx.query(END_OTHERS, [userId, except ?? null]);
      await tx.query(END_PENDING, [userId]);
      if (ended.length > 0)
        await tx.record({
          type: 'user-sessions-ended',
          data: { id: userId, sessions: ended.length, reason },
        });
      return ended.length;
    });
    this.callers.invalidate();
    return count;
  }
}
