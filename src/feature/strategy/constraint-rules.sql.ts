import { statement } from '../../database/statement.js';

export const READ_FIELDS = statement<[names: readonly string[]], { name: string; legal: string[] }>(
  'constraint-rules.read-fields',
  /* sql */ `
    SELECT name, (SELECT COALESCE(json_agg(l ->> 'value'), '[]')
      FROM jsonb_array_elements(legal_values) l) AS legal
      FROM context_field WHERE name = ANY ($1::text[]) ORDER BY name`,
);
