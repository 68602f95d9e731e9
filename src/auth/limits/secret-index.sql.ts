import { statement } from '../../database/statement.js';

/**
 * How many secrets an index holds at most: 1.6 MB. Beyond that it cannot tell that a secret is
 * unknown.
 */
export const MAX_SECRETS = 200_000;

/** How much of each hash is kept: enough that no two secrets look alike by chance. */
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
            LIMIT ${MAX_SECRETS + 1}) known`,
);
