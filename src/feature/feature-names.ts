import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { NameExistsError } from '../http/errors.js';

const TAKEN = { name: 'feature-name-taken', text: 'SELECT FROM feature WHERE name = $1' };

/** Which names features have. */
@Injectable()
export class FeatureNames {
  constructor(private readonly database: Database) {}

  /** @throws NameExistsError when a feature of any project has the name, be it archived. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0) throw new NameExistsError(`A feature with the name "${name}" already exists.`);
  }
}
