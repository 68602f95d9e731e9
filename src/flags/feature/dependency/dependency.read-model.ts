import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { jsonOf, type Json } from '../../../platform/http/json.js';
import { notFound } from '../feature.read-model.js';
import type { ChildParams, ParentParams } from './dependency.dto.js';
import { PARENTS, VARIANTS, ANY } from './dependency.sql.js';

/** Reads dependencies and possible ones. */
@Injectable()
export class DependencyReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The possible parents of a feature, by name.
   * @throws NotFoundError when the project has no such feature.
   */
  async parentOptions({ projectId, child }: ChildParams): Promise<Json<string[]>> {
    const [row] = await this.database.run(PARENTS, [projectId, child]);
    if (!row) throw notFound({ projectId, featureName: child });
    return row.options;
  }

  /**
   * The names of variants of a feature in any environment, including those of strategies; empty
   * when the project has no such feature (reference behaviour).
   */
  async variantOptions(
    { projectId, parent }: ParentParams,
    { hiddenProjects }: Caller,
  ): Promise<Json<string[]>> {
    const [row] = await this.database.run(VARIANTS, [projectId, parent, hiddenProjects]);
    return row?.options ?? jsonOf('[]');
  }

  /**
   * Whether any feature of the project depends on another.
   * @throws NotFoundError when there is no such project.
   */
  async any(projectId: string): Promise<Json<boolean>> {
    const [row] = await this.database.run(ANY, [projectId]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.exist;
  }
}
