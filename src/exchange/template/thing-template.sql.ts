import type { TemplatePayload } from '../../core/event/project-events.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { TemplateKind, TemplateResponse, TemplatesResponse } from './thing-template.dto.js';

const LISTED = /* sql */ `'id', t.id, 'kind', t.kind, 'name', t.name,
  'description', t.description, 'parameters', t.parameters,
  'features', json_array_length(COALESCE(t.content -> 'features', '[]')),
  'createdBy', (SELECT u.display_name FROM app_user u WHERE u.id = t.created_by_user_id),
  'createdAt', iso8601(t.created_at)`;

const EVENT = /* sql */ `json_build_object('id', t.id, 'kind', t.kind, 'name', t.name,
  'description', t.description, 'parameters', t.parameters, 'digest', md5(t.content::text))`;

export const LIST = statement<[], { json: Json<TemplatesResponse> }>(
  'thing-template.list',
  /* sql */ `
    SELECT json_build_object('templates',
      COALESCE(json_agg(json_build_object(${LISTED}) ORDER BY t.name), '[]'))::text AS json
      FROM template t`,
);

export const READ = statement<[id: number], { json: Json<TemplateResponse> }>(
  'thing-template.read',
  /* sql */ `
    SELECT json_build_object(${LISTED}, 'content', t.content)::text AS json
      FROM template t WHERE t.id = $1`,
);

/** A template as it is stored. */
export interface StoredTemplate {
  kind: TemplateKind;
  name: string;
  parameters: { name: string; description?: string; preset?: string }[];
  content: object;
  event: TemplatePayload;
}

export const READ_STORED = statement<[id: number], StoredTemplate>(
  'thing-template.read-stored',
  /* sql */ `
    SELECT t.kind, t.name, t.parameters, t.content, ${EVENT} AS event
      FROM template t WHERE t.id = $1`,
);

export const COUNT = statement<[], { count: number }>(
  'thing-template.count',
  'SELECT count(*)::int AS count FROM template',
);

export const ADD = statement<
  [
    kind: TemplateKind,
    name: string,
    description: string | null,
    parameters: string,
    content: string,
    userId: number,
  ],
  { id: number; event: TemplatePayload }
>(
  'thing-template.add',
  /* sql */ `
    INSERT INTO template AS t (kind, name, description, parameters, content, created_by_user_id)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING t.id, ${EVENT} AS event`,
);

/** What is null stays; an empty description is none. */
export const UPDATE = statement<
  [
    id: number,
    name: string | null,
    description: string | null,
    parameters: string | null,
    content: string | null,
  ],
  { event: TemplatePayload }
>(
  'thing-template.update',
  /* sql */ `
    UPDATE template t SET name = COALESCE($2, t.name),
      description = NULLIF(COALESCE($3, t.description), ''),
      parameters = COALESCE($4::json, t.parameters), content = COALESCE($5::json, t.content)
     WHERE t.id = $1 RETURNING ${EVENT} AS event`,
);

export const DELETE = statement<[id: number]>(
  'thing-template.delete',
  'DELETE FROM template WHERE id = $1',
);

/** The environments of a project; no row without it. */
export const ENVIRONMENTS = statement<[project: string], { environments: string[] }>(
  'thing-template.environments',
  /* sql */ `
    SELECT ARRAY(SELECT pe.environment FROM project_environment pe WHERE pe.project = p.id)
             AS environments
      FROM project p WHERE p.id = $1`,
);
