import { statement } from '../database/statement.js';
import type { AccessRow } from './permissions/access.js';
import type { TokenScopeRow } from './permissions/scoped-access.js';
import { ACCESS_JSON } from './permissions/access.sql.js';
import { TOKEN_SCOPE_JSON } from './permissions/token-scope.sql.js';

interface TokenRow {
  id: string;
  name: string;
  type: 'admin' | 'client' | 'frontend';
  environment: string | null;
  allProjects: boolean;
  expiresAt: Date | null;
  projects: string[];
}

interface UserRow {
  id: number;
  name: string;
  access: AccessRow;
  expiresAt: Date;
}

interface PersonalRow extends UserRow {
  scope: TokenScopeRow | null;
  tokenId: number;
  description: string;
}

export const TOKEN = statement<[secretHash: Buffer], TokenRow>(
  'caller-lookup.token',
  /* sql */ `
    SELECT t.id, t.name, t.type, t.environment, t.all_projects AS "allProjects",
      t.expires_at AS "expiresAt",
           ARRAY(SELECT p.project FROM api_token_project p WHERE p.token_id = t.id) AS projects
      FROM api_token t
     WHERE t.secret_hash = $1 AND (t.expires_at IS NULL OR t.expires_at > now())`,
);

export const PERSONAL = statement<[secretHash: Buffer], PersonalRow>(
  'caller-lookup.personal',
  /* sql */ `
    SELECT u.id, COALESCE(u.email, u.username, u.name) AS name, ${ACCESS_JSON} AS access,
      p.expires_at AS "expiresAt", p.id AS "tokenId", p.description,
           ${TOKEN_SCOPE_JSON} AS scope
      FROM personal_token p JOIN app_user u ON u.id = p.user_id
     WHERE p.secret_hash = $1 AND p.expires_at > now() AND u.deleted_at IS NULL`,
);
