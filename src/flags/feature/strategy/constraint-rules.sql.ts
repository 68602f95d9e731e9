import { statement } from '../../../platform/database/statement.js';

/** Reads the context fields that a project or, without one, all projects can use. */
export const READ_FIELDS = statement<
  [names: readonly string[], project: string | null],
  { name: string; legal: string[] }
>(
  'constraint-rules.read-fields',
  /* sql */ `
    SELECT name, (SELECT COALESCE(json_agg(l ->> 'value'), '[]')
      FROM jsonb_array_elements(legal_values) l) AS legal
      FROM context_field
     WHERE name = ANY ($1::text[]) AND (project IS NULL OR project = $2) ORDER BY name`,
);
