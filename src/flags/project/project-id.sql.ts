import { statement } from '../../platform/database/statement.js';

export const FIND_FREE_ID = statement<[id: string, reserved: readonly string[]], { id: string }>(
  'project-id.find-free-id',
  /* sql */ `
    SELECT c.id FROM generate_series(1, 1000) n
      CROSS JOIN LATERAL (SELECT CASE n WHEN 1 THEN $1 ELSE $1 || '-' || n END AS id) c
     WHERE c.id <> ALL ($2) AND NOT EXISTS (SELECT FROM project p WHERE p.id = c.id) ORDER BY n
     LIMIT 1`,
);
