import { statement } from '../../../platform/database/statement.js';

/**
 * Maximum number of secrets in an index (1.6 MB). With more, it cannot prove that a secret is
 * unknown.
 */
export const MAX_SECRETS = 200_000;

/** Bytes kept of each hash, enough to avoid accidental collisions. */
export const PREFIX_BYTES = 8;

export const READ = statement<[], { count: number; prefixes: Buffer | null }>(
  'secret-index.read',
  /* sql */ `
    SELECT count(*)::int AS count,
      string_agg(substr(known.secret_hash, 1, ${PREFIX_BYTES}), ''::bytea
        ORDER BY known.secret_hash) AS prefixes
      FROM (SELECT secret_hash FROM api_token WHERE expires_at IS NULL OR expires_at > now()
            UNION ALL SELECT secret_hash FROM personal_token WHERE expires_at > now()
            UNION ALL SELECT secret_hash FROM session WHERE expires_at > now()
            UNION ALL SELECT secret_hash FROM emergency_link
            UNION ALL SELECT secret_hash FROM signal
            UNION ALL SELECT decode(content ->> 'tokenHash', 'hex') FROM setting
              WHERE name = 'auth.scim' AND content ? 'tokenHash'
            LIMIT ${MAX_SECRETS + 1}) known`,
);
