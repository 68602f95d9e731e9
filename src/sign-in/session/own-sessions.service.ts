import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { Caller } from '../../auth/caller/caller.js';
import { CallerLookup } from '../../auth/caller-lookup.js';
import { IS_IN_USE } from '../../auth/session/security-settings.js';
import { lockUser } from '../../people/user/user-writer.js';
import type { SessionsResponse } from './own-sessions.response.js';

const LIST = {
  name: 'session-list',
  text: /* sql */ `
    SELECT jsonb_build_object('sessions', COALESCE(jsonb_agg(jsonb_build_object('id', s.id, 'createdAt', iso8601(s.created_at),
             'seenAt', iso8601(s.seen_at), 'expiresAt', iso8601(s.expires_at), 'confirmedAt', iso8601(s.confirmed_at),
             'authType', s.auth_type, 'address', s.address, 'userAgent', s.user_agent, 'current', s.id IS NOT DISTINCT FROM $2)
             ORDER BY s.id IS NOT DISTINCT FROM $2 DESC, s.seen_at DESC, s.created_at DESC, s.id), '[]'))::text AS json
      FROM session s WHERE s.user_id = $1 AND s.expires_at > now() AND ${IS_IN_USE}`,
};
const END_ONE = 'DELETE FROM session WHERE user_id = $1 AND id = $2 RETURNING 1';
const END_OTHERS = 'DELETE FROM session WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING 1';
const END_PENDING = 'DELETE FROM pending_sign_in WHERE user_id = $1';

/**
 * Lists and ends sessions. What has ended lets nobody in from that moment on here, and within a
 * second elsewhere.
 */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
  ) {}

  /** The sessions of a user, as seen from one of them or from none. */
  async list(userId: number, current: string | undefined): Promise<Json<SessionsResponse>> {
    const [row] = await this.database.run<{ json: string }>(LIST, [userId, current ?? null]);
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

  /** Ends all sessions of the caller but the one at hand. @returns How many there were. */
  async endOthers(caller: Caller): Promise<number> {
    return this.endAll(caller.userId, caller.session?.id, 'user', caller);
  }

  /**
   * Ends all sessions of a user. @returns How many there were. @throws NotFoundError when there is
   * no such user.
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
