import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import { BadDataError, ForbiddenError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import {
  type NotificationSettingDto,
  type NotificationSettingResponse,
  NOTIFICATIONS,
} from './notification-setting.dto.js';
import { CHANGE, READ } from './notification-setting.sql.js';

/**
 * What users want to be notified of. Like their views, it concerns nobody else and is not recorded.
 */
@Injectable()
export class NotificationSettingService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  async get({ userId }: Caller): Promise<Json<NotificationSettingResponse>> {
    const [row] = await this.database.run(READ, [userId]);
    return row!.json;
  }

  /**
   * @throws BadDataError when there are no such notifications.
   * @throws ForbiddenError when the caller is not a user.
   */
  async change({ muted, seenUntil }: NotificationSettingDto, caller: Caller): Promise<void> {
    if (caller.kind !== 'user')
      throw new ForbiddenError('An admin token is not a user, and is notified of nothing.');
    const { userId } = caller;
    requireKnown(muted ?? []);
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lock({ users: { noKeyUpdate: [userId] } });
      await tx.query(CHANGE, [userId, muted && [...new Set(muted)], seenUntil]);
    });
  }
}

function requireKnown(muted: readonly string[]): void {
  const known: readonly string[] = NOTIFICATIONS;
  if (muted.every((name) => known.includes(name))) return;
  const message = `Each of muted must be one of ${NOTIFICATIONS.join(', ')}.`;
  throw new BadDataError(message, [{ message, path: '/body/muted' }]);
}
