import { statement } from '../../platform/database/statement.js';
import type { EdgeTokenResponse } from './edge.dto.js';

export type Valid = Omit<EdgeTokenResponse, 'token'>;

/** Finds valid tokens by the hashes of their secrets. */
export const VALID = statement<
  [hashes: readonly Buffer[]],
  Valid & { hash: string; allowedAddresses: string[] | null }
>(
  'edge-tokens.valid',
  /* sql */ `
    SELECT encode(t.secret_hash, 'hex') AS hash, t.type,
           t.allowed_addresses AS "allowedAddresses",
           CASE WHEN t.all_projects THEN '{*}'
             ELSE ARRAY(SELECT p.project FROM api_token_project p WHERE p.token_id = t.id
               ORDER BY 1) END AS projects
      FROM api_token t WHERE t.secret_hash = ANY ($1::bytea[])
        AND (t.expires_at IS NULL OR t.expires_at > now())`,
);
