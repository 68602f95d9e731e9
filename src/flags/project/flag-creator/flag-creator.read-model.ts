import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { type Json, toJson } from '../../../platform/http/json.js';
import type { FlagCreatorResponse } from './flag-creator.response.js';
import { LIST } from './flag-creator.sql.js';

/** Reads the creators of features. */
@Injectable()
export class FlagCreatorReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Everybody who created a feature of the project, including archived ones, by name; empty for an
   * unknown project (reference behaviour).
   */
  async list(
    projectId: string,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<FlagCreatorResponse[]>> {
    const place = [projectId, hiddenProjects] as const;
    const [row] = await this.database.runFor(reader, LIST, place);
    return row?.creators ?? toJson([]);
  }
}
