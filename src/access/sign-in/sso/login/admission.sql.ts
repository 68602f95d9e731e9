import { IS_POWERFUL } from '../../../people/user/user.sql.js';
import { statement } from '../../../../platform/database/statement.js';
import type { KnownUser } from '../identity/user-identity.store.js';

export const IS_POWERFUL_USER = statement<[userId: number], { isPowerful: boolean }>(
  'admission.is-powerful-user',
  /* sql */ `
    SELECT ${IS_POWERFUL} AS "isPowerful" FROM app_user u WHERE u.id = $1`,
);

export const FIND_ROLE = statement<[roleId: number]>(
  'admission.find-role',
  'SELECT FROM role WHERE id = $1',
);

const lockByEmail = (there: 'IS NULL' | 'IS NOT NULL'): string => /* sql */ `
  SELECT u.id, COALESCE(u.email, u.username, u.name) AS name, u.kind,
         u.deleted_at IS NOT NULL AS "isDeleted"
    FROM app_user u
   WHERE lower(u.email) = $1 AND u.deleted_at ${there} LIMIT 1
     FOR NO KEY UPDATE /* locks users */`;

export const LOCK_PRESENT_BY_EMAIL = statement<[email: string], KnownUser>(
  'admission.lock-present-by-email',
  lockByEmail('IS NULL'),
);

/** No index covers deleted users, so this is asked only when no existing user has the address. */
export const LOCK_DELETED_BY_EMAIL = statement<[email: string], KnownUser>(
  'admission.lock-deleted-by-email',
  lockByEmail('IS NOT NULL'),
);
