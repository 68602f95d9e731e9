import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { notFound } from '../feature.read-model.js';
import type { ChildParams, ParentParams } from './dependency.params.js';

/** $1 project, $2 child. */
const PARENTS: Statement = {
  name: 'dependency-parents',
  text: /* sql */ `
    SELECT (SELECT COALESCE(json_agg(p.name ORDER BY p.name), '[]') FROM feature p
             WHERE p.project = f.project AND p.name <> f.name AND p.archived_at IS NULL
               AND NOT EXISTS (SELECT FROM feature_dependency d WHERE d.child = p.name))::text AS options
      FROM feature f WHERE f.project = $1 AND f.name = $2`,
};

/** $1 project, $2 parent. */
const VARIANTS: Statement = {
  name: 'dependency-parent-variants',
  text: /* sql */ `
    SELECT (SELECT COALESCE(json_agg(v.name ORDER BY v.name), '[]') FROM (
              SELECT one ->> 'name' AS name FROM feature_environment fe, jsonb_array_elements(fe.variants) one WHERE fe.feature_name = f.name
              UNION
              SELECT one ->> 'name' FROM feature_strategy fs, jsonb_array_elements(fs.variants) one WHERE fs.feature_name = f.name
            ) v)::text AS options
      FROM feature f WHERE f.project = $1 AND f.name = $2`,
};

/** $1 project. */
const ANY: Statement = {
  name: 'dependency-any',
  text: /* sql */ `
    SELECT EXISTS (SELECT FROM feature_dependency d JOIN feature f ON f.name = d.child WHERE f.project = p.id)::text AS exist
      FROM project p WHERE p.id = $1`,
};

/** What depends on what, and what could. */
@Injectable()
export class DependencyReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The features that a feature could depend on, by name. @throws NotFoundError when the project
   * has no such feature.
   */
  async parentOptions({ projectId, child }: ChildParams): Promise<Json<string[]>> {
    const [row] = await this.database.run<{ options: string }>(PARENTS, [projectId, child]);
    if (!row) throw notFound({ projectId, featureName: child });
    return row.options;
  }

  /**
   * The variants that a feature has in any environment, its strategies' included, by name. @throws
   * NotFoundError when the project has no such feature.
   */
  async variantOptions({ projectId, parent }: ParentParams): Promise<Json<string[]>> {
    const [row] = await this.database.run<{ options: string }>(VARIANTS, [projectId, parent]);
    if (!row) throw notFound({ projectId, featureName: parent });
    return row.options;
  }

  /**
   * Whether any feature of a project depends on another. @throws NotFoundError when there is no
   * such project.
   */
  async any(projectId: string): Promise<Json<boolean>> {
    const [row] = await this.database.run<{ exist: string }>(ANY, [projectId]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.exist;
  }
}
