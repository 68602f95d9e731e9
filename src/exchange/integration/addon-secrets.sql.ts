import { statement } from '../../platform/database/statement.js';

/** Addons with an unencrypted sensitive parameter. Empty texts are not secret. */
export const IN_CLEAR = statement<[sensitiveParameters: readonly string[]], { id: number }>(
  'addon-secrets.in-clear',
  /* sql */ `
    SELECT a.id FROM addon a
     WHERE EXISTS (SELECT FROM jsonb_each(a.parameters) p (name, value)
                    WHERE a.provider || '.' || p.name = ANY ($1)
                      AND jsonb_typeof(p.value) = 'string' AND p.value <> '""') ORDER BY a.id`,
);

const LOCK_TIMEOUT = '2s';

export const LIMIT_LOCK_WAIT = statement<[]>(
  'addon-secrets.limit-lock-wait',
  `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`,
);

/** Addons with encrypted parameters. */
export const READ_SEALED = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'addon-secrets.read-sealed',
  /* sql */ `
    SELECT a.id::text AS key, a.parameters::text AS content FROM addon a
     WHERE a.id > COALESCE(NULLIF($1, '')::int, 0)
       AND jsonb_path_exists(a.parameters, '$.*.sealed')
     ORDER BY a.id LIMIT $2`,
);

export const REPLACE_SEALED = statement<[id: string, before: string, after: string]>(
  'addon-secrets.replace-sealed',
  /* sql */ `
    UPDATE addon SET parameters = $3::jsonb WHERE id = ($1::text)::int AND parameters = $2::jsonb
    RETURNING 1`,
);
