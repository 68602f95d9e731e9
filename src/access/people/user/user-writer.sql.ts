import { statement } from '../../../platform/database/statement.js';
import type { UserPayload } from '../../../core/event/access-payloads.js';
import { USER_EVENT_JSON } from './user.sql.js';

export const READ_USER = statement<[id: number], { user: UserPayload }>(
  'user-writer.read-user',
  /* sql */ `
    SELECT ${USER_EVENT_JSON} AS "user" FROM app_user u WHERE u.id = $1`,
);

export const LOCK_ROLE = statement<[idOrName: string], { id: number }>(
  'user-writer.lock-role',
  /* sql */ `
    SELECT id FROM role WHERE type IN ('root', 'root-custom') AND (id::text = $1 OR name = $1)
      ORDER BY id::text = $1 DESC LIMIT 1 FOR SHARE /* locks roles */`,
);

export const DELETE_PERSONAL_TOKENS = statement<[userId: number]>(
  'user-writer.delete-personal-tokens',
  'DELETE FROM personal_token WHERE user_id = $1',
);

export const DELETE_FEDERATED_CREDENTIALS = statement<[userId: number]>(
  'user-writer.delete-federated-credentials',
  'DELETE FROM federated_credential WHERE user_id = $1',
);

export const LEAVE_GROUPS = statement<[userId: number]>(
  'user-writer.leave-groups',
  'DELETE FROM group_member WHERE user_id = $1',
);

export const END_SESSIONS = statement<[userId: number]>(
  'user-writer.end-sessions',
  'DELETE FROM session WHERE user_id = $1',
);

export const END_PENDING_SIGN_INS = statement<[userId: number]>(
  'user-writer.end-pending-sign-ins',
  'DELETE FROM pending_sign_in WHERE user_id = $1',
);

export const DELETE_RESET_LINK = statement<[userId: number]>(
  'user-writer.delete-reset-link',
  'DELETE FROM password_reset WHERE user_id = $1',
);
