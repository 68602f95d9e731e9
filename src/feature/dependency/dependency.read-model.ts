import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { notFound } from '../feature.read-model.js';
import type { ChildParams, ParentParams } from './dependency.params.js';
import { PARENTS, VARIANTS, ANY } from './dependency.sql.js';

/** What depends on what, and what could. */
@Injectable()
export class DependencyReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The features that a feature could depend on, by name. @throws NotFoundError when the project
   * has no such feature.
   */
  async parentOptions({ projectId, child }: ChildParams): Promise<Json<string[]>> {
    const [row] = await this.database.run(PARENTS, [projectId, child]);
    if (!row) throw notFound({ projectId, featureName: child });
    return row.options;
  }

  /**
   * The variants that a feature has in any environment, its strategies' included, by name. @throws
   * NotFoundError when the project has no such feature.
   */
  async variantOptions({ projectId, parent }: ParentParams): Promise<Json<string[]>> {
    const [row] = await this.database.run(VARIANTS, [projectId, parent]);
    if (!row) throw notFound({ projectId, featureName: parent });
    return row.options;
  }

  /**
   * Whether any feature of a project depends on another. @throws NotFoundError when there is no
   * such project.
   */
  async any(projectId: string): Promise<Json<boolean>> {
    const [row] = await this.database.run(ANY, [projectId]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.exist;
  }
}
