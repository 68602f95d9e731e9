import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { MilestoneResponse, ReleasePlanTemplateResponse } from '../release-plan.dto.js';

/** JSON of a template `t`. */
const templateJson = (milestones: string): string => /* sql */ `
  json_build_object('id', t.id, 'discriminator', 'template', 'name', t.name,
    'description', t.description, 'createdByUserId', t.created_by_user_id,
    'createdAt', iso8601(t.created_at), 'archivedAt', iso8601(t.archived_at),
    'milestones', ${milestones})`;

/** The templates that are not archived, by name, without the strategies of their milestones. */
export const LIST = statement<[], { list: Json<ReleasePlanTemplateResponse[]> }>(
  'template.list',
  /* sql */ `
    SELECT COALESCE(json_agg(${templateJson(/* sql */ `(
        SELECT COALESCE(json_agg(m - 'strategies' ORDER BY n), '[]')
          FROM jsonb_array_elements(t.milestones) WITH ORDINALITY AS one (m, n))`)}
      ORDER BY t.name, t.id), '[]')::text AS list
      FROM release_plan_template t WHERE t.archived_at IS NULL`,
);

export const READ = statement<[id: string], { template: Json<ReleasePlanTemplateResponse> }>(
  'template.read',
  /* sql */ `
    SELECT ${templateJson('t.milestones')}::text AS template
      FROM release_plan_template t WHERE t.id = $1`,
);

/** A template as it is stored. */
export interface StoredTemplate {
  id: string;
  name: string;
  description: string | null;
  archived: boolean;
  milestones: MilestoneResponse[];
}

export const READ_STORED = statement<[id: string], StoredTemplate>(
  'template.read-stored',
  /* sql */ `
    SELECT id, name, description, archived_at IS NOT NULL AS archived, milestones
      FROM release_plan_template WHERE id = $1`,
);

/** Adds a template unless there are too many; templates are locked. */
export const ADD = statement<
  [
    id: string,
    name: string,
    description: string | null,
    milestones: string,
    createdByUserId: number,
    limit: number,
  ],
  { id: string }
>(
  'template.add',
  /* sql */ `
    INSERT INTO release_plan_template (id, name, description, milestones, created_by_user_id)
    SELECT $1, $2, $3, $4::jsonb, $5
     WHERE (SELECT count(*) FROM release_plan_template) < $6
    RETURNING id`,
);

export const SAVE = statement<
  [id: string, name: string, description: string | null, milestones: string]
>(
  'template.save',
  /* sql */ `
    UPDATE release_plan_template SET name = $2, description = $3, milestones = $4::jsonb
     WHERE id = $1`,
);

/** How long the milestones of all templates are together. */
export const MEASURE = statement<[], { characters: number }>(
  'template.measure',
  /* sql */ `
    SELECT COALESCE(sum(length(milestones::text)), 0)::float8 AS characters
      FROM release_plan_template`,
);

export const ARCHIVE = statement<[id: string]>(
  'template.archive',
  'UPDATE release_plan_template SET archived_at = now() WHERE id = $1',
);

export const DELETE = statement<[id: string]>(
  'template.delete',
  'DELETE FROM release_plan_template WHERE id = $1',
);
