import { isHiddenTag } from '../../core/auth/permissions/hidden.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type {
  OneTagResponse,
  OneTagTypeResponse,
  TagDto,
  TagListResponse,
  TagTypeListResponse,
  TagTypeResponse,
} from './tag.dto.js';

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

export const DELETE = statement<[name: string], TagTypeResponse>(
  'tag.delete',
  'DELETE FROM tag_type WHERE name = $1 RETURNING name, description, icon',
);

/** A tag of a feature. */
export interface FeatureTagRow extends TagDto {
  featureName: string;
}

/** A tag that was created. */
export interface CreatedTagRow extends TagDto {
  /** Whether the tag was created for a private project; its event then belongs to that project. */
  isPrivate: boolean;
}

// Sorted, so that concurrent writers of the same tags cannot deadlock.
const WANTED = `jsonb_to_recordset($1) AS g(names jsonb, tags jsonb),
    jsonb_to_recordset(g.tags) AS t(type text, value text)`;

export const CREATE = statement<
  [additions: string, projectId: string, hiddenProjects: readonly string[]],
  CreatedTagRow
>(
  'tag.create',
  /* sql */ `
    INSERT INTO tag (type, value, project) SELECT DISTINCT t.type, t.value, $2 FROM ${WANTED}
      ORDER BY 1, 2
    ON CONFLICT ON CONSTRAINT tag_pkey DO UPDATE SET project = NULL
    WHERE ${isHiddenTag('tag', '$3::text[]')}
    RETURNING type, value, EXISTS (SELECT FROM project p
      WHERE p.id = tag.project AND p.mode = 'private') AS "isPrivate"`,
);

export const ADD = statement<[additions: string], FeatureTagRow>(
  'tag.add',
  /* sql */ `
    INSERT INTO feature_tag (feature_name, type, value)
    SELECT DISTINCT f.name, t.type, t.value
      FROM ${WANTED}, jsonb_array_elements_text(g.names) AS f(name) ORDER BY 1, 2, 3
    ON CONFLICT ON CONSTRAINT feature_tag_pkey DO NOTHING
    RETURNING feature_name AS "featureName", type, value`,
);

export const REMOVE = statement<[removals: string], FeatureTagRow>(
  'tag.remove',
  /* sql */ `
    DELETE FROM feature_tag ft USING ${WANTED}, jsonb_array_elements_text(g.names) AS f(name)
     WHERE ft.feature_name = f.name AND ft.type = t.type AND ft.value = t.value
    RETURNING ft.feature_name AS "featureName", ft.type, ft.value`,
);

export const LOCK_TAGS = statement<[wanted: readonly string[]], FeatureTagRow>(
  'tag.lock-tags',
  /* sql */ `
    SELECT feature_name AS "featureName", type, value FROM feature_tag
      WHERE feature_name = ANY ($1)`,
);

/** The projects whose features have a tag, or any tag of the type if the value is null. */
export const PROJECTS = statement<[type: string, value: string | null], { project: string }>(
  'tag.projects',
  /* sql */ `
    SELECT DISTINCT f.project FROM feature_tag t JOIN feature f ON f.name = t.feature_name
      WHERE t.type = $1 AND ($2::text IS NULL OR t.value = $2)`,
);

/** Removes a tag, or all tags of a type if the value is null, from all features. */
export const UNTAG = statement<
  [type: string, value: string | null],
  { featureName: string; type: string; value: string }
>(
  'tag.untag',
  /* sql */ `
    DELETE FROM feature_tag t WHERE t.type = $1 AND ($2::text IS NULL OR t.value = $2)
    RETURNING t.feature_name AS "featureName", t.type, t.value`,
);

/** Locks the tags of a type, so that no feature gets one of them. */
export const LOCK_TAGS_OF_TYPE = statement<[type: string]>(
  'tag.lock-tags-of-type',
  /* sql */ `
    SELECT FROM tag WHERE type = $1 ORDER BY value COLLATE "C" FOR UPDATE /* locks tags */`,
);
