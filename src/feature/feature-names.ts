import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import { Database } from '../database/database.js';
import { NameExistsError } from '../errors/general.errors.js';
import { FeatureNamingRules } from '../project/feature-naming.js';
import { LOOK_UP } from './feature-names.sql.js';

/** Which names features have and can have. */
@Injectable()
export class FeatureNames {
  constructor(
    private readonly database: Database,
    private readonly rules: FeatureNamingRules,
  ) {}

  /**
   * Passes when a feature can be created with the name. A project that there is not has no pattern,
   * as in the reference; nor has one that the caller must not know of.
   * @throws NameExistsError when a feature of any project has the name, be it archived. @throws
   * BadDataError when it does not follow the project's pattern.
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
