import { PERSONAL_TOKEN_JSON, PERSONAL_TOKENS_JSON } from '../user/personal-token.sql.js';
import { statement } from '../../../platform/database/statement.js';
import { IS_PERSON } from '../user/user.sql.js';
import type { Json } from '../../../platform/http/json.js';
import type { PersonalTokensResponse } from '../user/personal-token.response.js';

export const LIST = statement<[userId: number], { json: Json<PersonalTokensResponse> }>(
  'personal-token.list',
  /* sql */ `
    SELECT jsonb_build_object('pats', COALESCE(jsonb_agg(${PERSONAL_TOKEN_JSON} ORDER BY p.id),
      '[]'))::text AS json
      FROM personal_token p WHERE p.user_id = $1`,
);

export const LIST_OF = statement<[userId: number], { json: Json<PersonalTokensResponse> }>(
  'personal-token.list-of',
  /* sql */ `
    SELECT jsonb_build_object('pats', ${PERSONAL_TOKENS_JSON})::text AS json FROM app_user u
      WHERE u.id = $1 AND ${IS_PERSON}`,
);

export const KIND = statement<[userId: number], { kind: string }>(
  'personal-token.kind',
  'SELECT kind FROM app_user WHERE id = $1',
);
