import type { AccessRow } from './permissions/access.js';
import type { TokenScopeRow } from './permissions/scoped-access.js';
import { ACCESS_JSON } from './permissions/access.sql.js';
import { TOKEN_SCOPE_JSON } from './permissions/token-scope.sql.js';
import { statement } from '../database/statement.js';

/** A token that is still valid, with what determines its access. */
export interface Row {
  kind: 'api' | 'personal';
  id: string;
  type: string | null;
  environment: string | null;
  access: AccessRow | null;
  scope: TokenScopeRow | null;
  projects: string[] | null;
}

export const READ_STATUS = statement<
  [apiTokenIds: readonly string[], personalTokenIds: readonly number[]],
  Row
>(
  'token-status.read-status',
  /* sql */ `
    SELECT 'api' AS kind, t.id::text AS id, t.type, t.environment, NULL::jsonb AS access,
      NULL::jsonb AS scope,
           CASE WHEN NOT t.all_projects
             THEN ARRAY(SELECT p.project FROM api_token_project p WHERE p.token_id = t.id) END
               AS projects
      FROM api_token t WHERE t.id = ANY ($1::uuid[])
        AND (t.expires_at IS NULL OR t.expires_at > now())
    UNION ALL
    SELECT 'personal', p.id::text, NULL, NULL, ${ACCESS_JSON}, ${TOKEN_SCOPE_JSON}, NULL
      FROM personal_token p JOIN app_user u ON u.id = p.user_id
     WHERE p.id = ANY ($2::int[]) AND p.expires_at > now() AND u.deleted_at IS NULL`,
);
