import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import { Database } from '../database/database.js';
import { NameExistsError } from '../errors/general.errors.js';
import { FeatureNamingRules } from '../project/feature-naming.js';
import type { FeatureNaming } from '../project/project.entity.js';

const LOOK_UP = {
  name: 'feature-name-look-up',
  text: /* sql */ `
    SELECT EXISTS (SELECT FROM feature f WHERE f.name = $1) AS taken, (SELECT p.feature_naming FROM project p WHERE p.id = $2 AND p.id <> ALL ($3::text[])) AS naming`,
};

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
    const [found] = await this.database.run<{ taken: boolean; naming: FeatureNaming | null }>(
      LOOK_UP,
      [name, projectId ?? null, hiddenProjects],
    );
    await this.rules.requireNames(found!.naming, [name]);
    if (found!.taken)
      throw new NameExistsError(`A feature with the name "${name}" already exists.`);
  }
}
