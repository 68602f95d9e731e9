import { statement } from '../../platform/database/statement.js';
import type { AccessRow } from './permissions/access.js';
import { ACCESS_JSON } from './permissions/access.sql.js';

/** Reads a user who is not deleted, with the present permissions. */
export const USER = statement<[id: number], { id: number; name: string; access: AccessRow }>(
  'author-lookup.user',
  /* sql */ `
    SELECT u.id, COALESCE(u.email, u.username, u.name) AS name, ${ACCESS_JSON} AS access
      FROM app_user u WHERE u.id = $1 AND u.deleted_at IS NULL`,
);

/** The condition that the token `t` can still be an author. */
const IS_VALID = "t.type = 'admin' AND (t.expires_at IS NULL OR t.expires_at > now())";

/** The condition that an author, given by SQL expressions, no longer exists or has expired. */
export const isAuthorGone = (userId: string, tokenId: string): string => /* sql */ `CASE
  WHEN ${tokenId} IS NULL THEN NOT EXISTS (
    SELECT FROM app_user u WHERE u.id = ${userId} AND u.deleted_at IS NULL)
  ELSE NOT EXISTS (SELECT FROM api_token t WHERE t.id = ${tokenId} AND ${IS_VALID}) END`;

/** Reads an admin token that is still valid. */
export const ADMIN_TOKEN = statement<[id: string], { id: string; name: string }>(
  'author-lookup.admin-token',
  /* sql */ `
    SELECT t.id, t.name FROM api_token t
     WHERE t.id = $1::uuid AND ${IS_VALID}`,
);
