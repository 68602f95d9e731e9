import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';

export const PARENTS = statement<[projectId: string, child: string], { options: Json<string[]> }>(
  'dependency.parents',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(p.name ORDER BY p.name), '[]') FROM feature p
             WHERE p.project = f.project AND p.name <> f.name AND p.archived_at IS NULL
               AND NOT EXISTS (SELECT FROM feature_dependency d WHERE d.child = p.name))::text
                 AS options
      FROM feature f WHERE f.project = $1 AND f.name = $2`,
);

export const VARIANTS = statement<
  [projectId: string, parent: string, hiddenProjects: readonly string[]],
  { options: Json<string[]> }
>(
  'dependency.variants',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(v.name ORDER BY v.name), '[]') FROM (
              SELECT one ->> 'name' AS name
                FROM feature_environment fe, jsonb_array_elements(fe.variants) one
                WHERE fe.feature_name = f.name
              UNION
              SELECT one ->> 'name' FROM feature_strategy fs, jsonb_array_elements(fs.variants) one
                WHERE fs.feature_name = f.name
            ) v)::text AS options
      FROM feature f
     WHERE f.project = $1 AND f.name = $2 AND f.project <> ALL ($3::text[])`,
);

export const ANY = statement<[projectId: string], { exist: Json<boolean> }>(
  'dependency.any',
  /* sql */ `
    SELECT EXISTS (SELECT FROM feature_dependency d JOIN feature f ON f.name = d.child
      WHERE f.project = p.id)::text AS exist
      FROM project p WHERE p.id = $1`,
);
