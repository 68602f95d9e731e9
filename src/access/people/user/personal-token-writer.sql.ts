import type { PersonalTokenResponse } from './personal-token.response.js';
import { PERSONAL_TOKEN_JSON } from './personal-token.sql.js';
import { statement } from '../../../platform/database/statement.js';

export const ADD = statement<
  [
    userId: number,
    secretHash: Buffer,
    description: string,
    expiresAt: Date,
    readOnly: boolean,
    projects: readonly string[] | undefined,
    environments: readonly string[] | undefined,
    federatedCredentialId: number | undefined,
  ],
  { token: PersonalTokenResponse }
>(
  'personal-token-writer.add',
  /* sql */ `
    INSERT INTO personal_token AS p (user_id, secret_hash, description, expires_at, read_only,
      projects, environments, federated_credential_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${PERSONAL_TOKEN_JSON} AS token`,
);

export const REMOVE = statement<[id: number, userId: number], { token: PersonalTokenResponse }>(
  'personal-token-writer.remove',
  /* sql */ `
    DELETE FROM personal_token p WHERE p.id = $1 AND p.user_id = $2
      RETURNING ${PERSONAL_TOKEN_JSON} AS token`,
);

export const REMOVE_ALL = statement<[userId: number], { token: PersonalTokenResponse }>(
  'personal-token-writer.remove-all',
  /* sql */ `
    DELETE FROM personal_token p WHERE p.user_id = $1 RETURNING ${PERSONAL_TOKEN_JSON} AS token`,
);

export const FIND_MISSING = statement<
  [projects: readonly string[] | undefined, environments: readonly string[] | undefined],
  { project: string | null; environment: string | null }
>(
  'personal-token-writer.find-missing',
  /* sql */ `
    SELECT (SELECT min(wanted.id) FROM unnest($1::text[]) AS wanted (id)
      WHERE NOT EXISTS (SELECT FROM project p WHERE p.id = wanted.id)) AS project,
           (SELECT min(wanted.name) FROM unnest($2::text[]) AS wanted (name)
             WHERE NOT EXISTS (SELECT FROM environment e WHERE e.name = wanted.name))
               AS environment`,
);

export const COUNT_TOKENS = statement<[userId: number], { n: number }>(
  'personal-token-writer.count-tokens',
  /* sql */ `
    SELECT count(*)::int AS n FROM personal_token
     WHERE user_id = $1 AND federated_credential_id IS NULL`,
);
