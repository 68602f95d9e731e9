import { ALL_TOKENS_JSON, PERSONAL_TOKENS_JSON } from '../personal-token/personal-token.sql.js';
import { ROLE_JSON } from '../../../core/auth/permissions/role.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { ServiceAccountResponse, ServiceAccountsResponse } from './service-account.dto.js';
import type { PersonalTokensResponse } from '../personal-token/personal-token.dto.js';

const IS_SERVICE_ACCOUNT = "u.kind = 'service-account' AND u.deleted_at IS NULL";

const ACCOUNT_JSON = /* sql */ `(
  jsonb_build_object('id', u.id, 'isAPI', false, 'name', u.name, 'username', u.username,
    'imageUrl', u.image_url, 'seenAt', iso8601(u.seen_at),
    'createdAt', iso8601(u.created_at), 'tokens', ${PERSONAL_TOKENS_JSON})
  || jsonb_strip_nulls(jsonb_build_object('rootRole', u.root_role_id)))`;

export const LIST = statement<[], { json: Json<ServiceAccountsResponse> }>(
  'service-account.list',
  /* sql */ `
    SELECT jsonb_build_object(
      'serviceAccounts', (SELECT COALESCE(jsonb_agg(${ACCOUNT_JSON} ORDER BY u.id), '[]')
        FROM app_user u WHERE ${IS_SERVICE_ACCOUNT}),
      'rootRoles', (SELECT jsonb_agg(${ROLE_JSON} ORDER BY r.id) FROM role r
        WHERE r.type IN ('root', 'root-custom')))::text AS json`,
);

export const KIND = 'service-account';

export const ADD = statement<[username: string, name: string, rootRoleId: number], { id: number }>(
  'service-account.add',
  /* sql */ `
    INSERT INTO app_user (kind, username, name, root_role_id) VALUES ('${KIND}', $1, $2, $3)
    ON CONFLICT (username) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
);

export const READ = statement<[id: number], { json: Json<ServiceAccountResponse> }>(
  'service-account.read',
  `SELECT ${ACCOUNT_JSON}::text AS json FROM app_user u WHERE u.id = $1 AND ${IS_SERVICE_ACCOUNT}`,
);

export const TOKENS = statement<[id: number], { json: Json<PersonalTokensResponse> }>(
  'service-account.tokens',
  /* sql */ `
    SELECT jsonb_build_object('pats', ${ALL_TOKENS_JSON})::text AS json FROM app_user u
      WHERE u.id = $1 AND ${IS_SERVICE_ACCOUNT}`,
);
