import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { lockUser, removeSecondFactors } from '../../people/user/user-writer.js';
import { END_SESSIONS } from './second-factor.sql.js';

/** Helps users who lost a second factor. */
@Injectable()
export class UserSecurityService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly callers: CallerLookup,
  ) {}

  /**
   * Removes all second factors of a user and ends all sessions, including those of whoever has the
   * lost device.
   * @throws NotFoundError when there is no such user.
   */
  async reset(userId: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lockUser(userId, tx);
      const removed = await removeSecondFactors(userId, tx);
      await tx.query(END_SESSIONS, [userId]);
      await tx.record({ type: 'user-second-factor-reset', preData: { id: userId, ...removed } });
    });
    this.callers.invalidate();
  }
}
