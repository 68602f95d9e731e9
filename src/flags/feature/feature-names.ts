import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database } from '../../platform/database/database.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';
import { FeatureNamingRules } from '../project/feature-naming.js';
import { LOOK_UP } from './feature.sql.js';

/** Validates feature names. */
@Injectable()
export class FeatureNames {
  constructor(
    private readonly database: Database,
    private readonly rules: FeatureNamingRules,
  ) {}

  /**
   * Checks that a feature can be created with this name. Unknown and hidden projects have no naming
   * pattern (reference behaviour).
   * @throws NameExistsError when a feature of any project has the name, including archived ones.
   * @throws BadDataError when it does not match the pattern of the project.
   */
  async requireUsable(
    name: string,
    projectId: string | null | undefined,
    { hiddenProjects }: Caller,
  ): Promise<void> {
    const [found] = await this.database.run(LOOK_UP, [name, projectId ?? null, hiddenProjects]);
    await this.rules.requireNames(found!.naming, [name]);
    if (found!.taken)
      throw new NameExistsError(`A feature with the name "${name}" already exists.`);
  }
}
