import { statement } from '../../platform/database/statement.js';
import { MASKED_SECRET, TOKENS, BARE_TOKEN_JSON } from './token.sql.js';
import type { BareToken } from './token-writer.js';

export const INSERT = statement<
  [
    secretHash: Buffer,
    name: string,
    type: string,
    environment: string | null,
    allProjects: boolean,
    expiresAt: Date | null,
    userId: number,
  ],
  { id: string }
>(
  'token-writer.insert',
  /* sql */ `
    INSERT INTO api_token (secret_hash, name, type, environment, all_projects, expires_at,
      created_by_user_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT ON CONSTRAINT api_token_secret_key DO NOTHING RETURNING id`,
);

export const ADD_PROJECTS = statement<[id: string, projects: readonly string[]]>(
  'token-writer.add-projects',
  'INSERT INTO api_token_project (token_id, project) SELECT $1, unnest($2::text[])',
);

export const MASKED_SECRET_OF = statement<[id: string], { masked: string }>(
  'token-writer.masked-secret-of',
  /* sql */ `
    SELECT ${MASKED_SECRET} AS masked FROM ${TOKENS} WHERE t.id = $1`,
);

export const READ_TOKEN = statement<[id: string], { token: BareToken }>(
  'token-writer.read-token',
  /* sql */ `
    SELECT ${BARE_TOKEN_JSON} AS token FROM ${TOKENS} WHERE t.id = $1`,
);

export const LOCK_BY_ID = statement<[id: string], { id: string }>(
  'token-writer.lock-by-id',
  'SELECT id FROM api_token WHERE id = $1 FOR UPDATE /* locks apiTokens */',
);

export const LOCK_BY_SECRET = statement<[secretHash: Buffer], { id: string }>(
  'token-writer.lock-by-secret',
  'SELECT id FROM api_token WHERE secret_hash = $1 FOR UPDATE /* locks apiTokens */',
);
