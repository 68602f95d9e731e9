import type { TokenType } from '../../platform/config/config.js';
import { statement } from '../../platform/database/statement.js';
import type { AccessRow } from './permissions/access.js';
import type { LimitedProject } from './permissions/limited-projects.js';
import type { TokenScopeRow } from './permissions/scoped-access.js';
import { ACCESS_JSON, LIMITED_PROJECTS_JSON, TOKEN_SCOPE_JSON } from './permissions/access.sql.js';

/** An API token, with everything that determines its access. */
export interface TokenRow {
  id: string;
  name: string;
  type: TokenType;
  environment: string | null;
  allProjects: boolean;
  expiresAt: Date | null;
  projects: string[];
  /** IP addresses and ranges from which it can be used; null for all. */
  allowedAddresses: string[] | null;
  /** Projects that can be reached from some IP addresses only. */
  limitedProjects: LimitedProject[];
  /** Ids of all projects, for a token that is valid in all while some are limited. */
  everyProject: string[] | null;
}

interface UserRow {
  id: number;
  name: string;
  access: AccessRow;
  expiresAt: Date;
}

/** A personal token and its user, with everything that determines its access. */
export interface PersonalRow extends UserRow {
  scope: TokenScopeRow | null;
  allowedAddresses: string[] | null;
  tokenId: number;
  description: string;
}

/** {@link TokenRow.everyProject} of an API token `t`. */
export const EVERY_PROJECT = /* sql */ `CASE WHEN t.all_projects AND EXISTS (
    SELECT FROM project limited WHERE limited.allowed_addresses IS NOT NULL)
  THEN ARRAY(SELECT p.id FROM project p ORDER BY 1) END`;

const tokens = (condition: string, more = ''): string => /* sql */ `
    SELECT t.id, t.name, t.type, t.environment, t.all_projects AS "allProjects",
      t.expires_at AS "expiresAt", t.allowed_addresses AS "allowedAddresses",${more}
           ${LIMITED_PROJECTS_JSON} AS "limitedProjects", ${EVERY_PROJECT} AS "everyProject",
           ARRAY(SELECT p.project FROM api_token_project p WHERE p.token_id = t.id) AS projects
      FROM api_token t
     WHERE ${condition} AND (t.expires_at IS NULL OR t.expires_at > now())`;

const personalTokens = (condition: string): string => /* sql */ `
    SELECT u.id, COALESCE(u.email, u.username, u.name) AS name, ${ACCESS_JSON} AS access,
      p.expires_at AS "expiresAt", p.id AS "tokenId", p.description,
           p.allowed_addresses AS "allowedAddresses",
           ${TOKEN_SCOPE_JSON} AS scope
      FROM personal_token p JOIN app_user u ON u.id = p.user_id
     WHERE ${condition} AND p.expires_at > now() AND u.deleted_at IS NULL`;

export const TOKEN = statement<[secretHash: Buffer], TokenRow>(
  'caller-lookup.token',
  tokens('t.secret_hash = $1'),
);

export const TOKENS_BY_ID = statement<[ids: readonly string[]], TokenRow>(
  'caller-lookup.tokens-by-id',
  tokens('t.id = ANY ($1::uuid[])'),
);

/** A token with SHA-256 of its secret. */
export const TOKEN_WITH_HASH = statement<[id: string], TokenRow & { secretHash: Buffer }>(
  'caller-lookup.token-with-hash',
  tokens('t.id = $1::uuid', ' t.secret_hash AS "secretHash",'),
);

export const PERSONAL = statement<[secretHash: Buffer], PersonalRow>(
  'caller-lookup.personal',
  personalTokens('p.secret_hash = $1'),
);

export const PERSONAL_BY_ID = statement<[ids: readonly number[]], PersonalRow>(
  'caller-lookup.personal-by-id',
  personalTokens('p.id = ANY ($1::int[])'),
);
