import { isHiddenTag } from '../../core/auth/permissions/hidden.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type {
  OneTagResponse,
  OneTagTypeResponse,
  TagListResponse,
  TagTypeListResponse,
} from './tag.response.js';

const TAG_JSON = "json_build_object('value', t.value, 'type', t.type)";
const TYPE_JSON =
  "json_build_object('name', tt.name, 'description', tt.description, 'icon', tt.icon)";

export const TAGS = statement<
  [type: string | null, hiddenProjects: readonly string[]],
  { answer: Json<TagListResponse> }
>(
  'tag.tags',
  /* sql */ `
    SELECT json_build_object('version', 1,
      'tags', COALESCE(json_agg(${TAG_JSON} ORDER BY t.type, t.value), '[]'))::text AS answer
      FROM tag t WHERE ($1::text IS NULL OR t.type = $1)
        AND NOT ${isHiddenTag('t', '$2::text[]')}`,
);

export const TAG = statement<
  [type: string, value: string, hiddenProjects: readonly string[]],
  { answer: Json<OneTagResponse> }
>(
  'tag.tag',
  /* sql */ `
    SELECT json_build_object('version', 1, 'tag', ${TAG_JSON})::text AS answer FROM tag t
     WHERE t.type = $1 AND t.value = $2 AND NOT ${isHiddenTag('t', '$3::text[]')}`,
);

export const TYPES = statement<[], { answer: Json<TagTypeListResponse> }>(
  'tag.types',
  /* sql */ `
    SELECT json_build_object('version', 1,
      'tagTypes', COALESCE(json_agg(${TYPE_JSON} ORDER BY tt.name), '[]'))::text AS answer
        FROM tag_type tt`,
);

export const TYPE = statement<[name: string], { answer: Json<OneTagTypeResponse> }>(
  'tag.type',
  /* sql */ `
    SELECT json_build_object('version', 1, 'tagType', ${TYPE_JSON})::text AS answer
      FROM tag_type tt WHERE tt.name = $1`,
);

/**
 * Makes a tag global that is private to hidden projects, because it is new to whoever creates it.
 */
export const ADOPT = statement<[type: string, value: string, hidden: readonly string[]]>(
  'tag.adopt',
  /* sql */ `
    UPDATE tag SET project = NULL
      WHERE type = $1 AND value = $2 AND ${isHiddenTag('tag', '$3::text[]')} RETURNING 1`,
);

/**
 * Locks a tag, unless it is private to hidden projects, and returns the private project it was
 * created for.
 */
export const LOCK = statement<
  [type: string, value: string, hiddenProjects: readonly string[]],
  { project: string | null }
>(
  'tag.lock',
  /* sql */ `
    SELECT (SELECT p.id FROM project p WHERE p.id = t.project AND p.mode = 'private') AS project
      FROM tag t
     WHERE t.type = $1 AND t.value = $2 AND NOT ${isHiddenTag('t', '$3::text[]')}
       FOR UPDATE OF t /* locks tags */`,
);
