import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type Caller, TokenCaller } from './caller/caller.js';
import { TOKEN_SCOPE_JSON } from './permissions/token-scope.sql.js';
import type { AccessRow } from './permissions/access.js';
import { ScopedAccess, type TokenScopeRow } from './permissions/scoped-access.js';
import { ACCESS_JSON } from './permissions/access.sql.js';

/** $1 ids of API tokens, $2 ids of personal tokens. */
const STANDING = {
  name: 'token-standing',
  text: /* sql */ `
    SELECT 'api' AS kind, t.id::text AS id, t.type, t.environment, NULL::jsonb AS access, NULL::jsonb AS scope,
           CASE WHEN NOT t.all_projects THEN ARRAY(SELECT p.project FROM api_token_project p WHERE p.token_id = t.id) END AS projects
      FROM api_token t WHERE t.id = ANY ($1::uuid[]) AND (t.expires_at IS NULL OR t.expires_at > now())
    UNION ALL
    SELECT 'personal', p.id::text, NULL, NULL, ${ACCESS_JSON}, ${TOKEN_SCOPE_JSON}, NULL
      FROM personal_token p JOIN app_user u ON u.id = p.user_id
     WHERE p.id = ANY ($2::int[]) AND p.expires_at > now() AND u.deleted_at IS NULL`,
};

interface Row {
  kind: 'api' | 'personal';
  id: string;
  type: string | null;
  environment: string | null;
  access: AccessRow | null;
  scope: TokenScopeRow | null;
  projects: string[] | null;
}

/**
 * Finds out whether tokens are still good for what they were good for, however many, in one
 * statement: for whoever serves one for longer than a request.
 */
@Injectable()
export class TokenStatus {
  constructor(private readonly database: Database) {}

  /**
   * Which of these callers would be let in as they were. @throws Error when PostgreSQL cannot tell.
   */
  async unchanged<T extends Caller>(callers: readonly T[]): Promise<Set<T>> {
    const idsOf = (kind: Row['kind']): string[] => [
      ...new Set(
        callers.flatMap((one) => (kindOf(one) === kind && one.tokenId ? [one.tokenId] : [])),
      ),
    ];
    const rows = await this.database.run<Row>(
      STANDING,
      [idsOf('api'), idsOf('personal').map(Number)],
      'hot',
    );
    const now = new Map(rows.map((row) => [`${row.kind} ${row.id}`, rowStanding(row)]));
    return new Set(
      callers.filter((one) => now.get(`${kindOf(one)} ${one.tokenId}`) === callerStanding(one)),
    );
  }
}

function kindOf(caller: Caller): Row['kind'] {
  return caller instanceof TokenCaller ? 'api' : 'personal';
}

/** All that decides what a caller is served. */
function callerStanding({ kind, environment, projects, hiddenProjects }: Caller): string {
  return standing(kind, environment ?? null, projects ?? null, hiddenProjects);
}

function rowStanding({ type, environment, projects, access, scope }: Row): string {
  return access
    ? standing('user', null, null, ScopedAccess.of(access, scope).hidden)
    : standing(type!, environment, projects, []);
}

function standing(
  kind: string,
  environment: string | null,
  projects: readonly string[] | null,
  hidden: readonly string[],
): string {
  return JSON.stringify([kind, environment, projects && [...projects].sort(), [...hidden].sort()]);
}
