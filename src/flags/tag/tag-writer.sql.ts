import type { TagDto } from './tag.dto.js';
import { statement } from '../../platform/database/statement.js';
import { isHiddenTag } from '../../core/auth/permissions/hidden.sql.js';

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
const TAGS = `jsonb_to_recordset($1) AS g(names jsonb, tags jsonb),
    jsonb_to_recordset(g.tags) AS t(type text, value text)`;

export const CREATE = statement<
  [additions: string, projectId: string, hiddenProjects: readonly string[]],
  CreatedTagRow
>(
  'tag-writer.create',
  /* sql */ `
    INSERT INTO tag (type, value, project) SELECT DISTINCT t.type, t.value, $2 FROM ${TAGS}
      ORDER BY 1, 2
    ON CONFLICT ON CONSTRAINT tag_pkey DO UPDATE SET project = NULL
    WHERE ${isHiddenTag('tag', '$3::text[]')}
    RETURNING type, value, EXISTS (SELECT FROM project p
      WHERE p.id = tag.project AND p.mode = 'private') AS "isPrivate"`,
);

export const ADD = statement<[additions: string], FeatureTagRow>(
  'tag-writer.add',
  /* sql */ `
    INSERT INTO feature_tag (feature_name, type, value)
    SELECT DISTINCT f.name, t.type, t.value
      FROM ${TAGS}, jsonb_array_elements_text(g.names) AS f(name) ORDER BY 1, 2, 3
    ON CONFLICT ON CONSTRAINT feature_tag_pkey DO NOTHING
    RETURNING feature_name AS "featureName", type, value`,
);

export const REMOVE = statement<[removals: string], FeatureTagRow>(
  'tag-writer.remove',
  /* sql */ `
    DELETE FROM feature_tag ft USING ${TAGS}, jsonb_array_elements_text(g.names) AS f(name)
     WHERE ft.feature_name = f.name AND ft.type = t.type AND ft.value = t.value
    RETURNING ft.feature_name AS "featureName", ft.type, ft.value`,
);

export const LOCK_TAGS = statement<[wanted: readonly string[]], FeatureTagRow>(
  'tag-writer.lock-tags',
  /* sql */ `
    SELECT feature_name AS "featureName", type, value FROM feature_tag
      WHERE feature_name = ANY ($1)`,
);
