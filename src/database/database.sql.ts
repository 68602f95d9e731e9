import { statement } from './statement.js';

export const AT_WORK = statement<[sessions: readonly number[]], { own: number; working: number[] }>(
  'database.at-work',
  /* sql */ `
    SELECT pg_backend_pid() AS own,
           ARRAY(SELECT a.pid FROM pg_stat_activity a
                  WHERE a.pid = ANY ($1::int[]) AND a.state = 'active') AS working`,
);
