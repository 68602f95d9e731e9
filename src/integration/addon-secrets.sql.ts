import { statement } from '../database/statement.js';

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
