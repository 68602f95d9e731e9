import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { type Json, toJson } from '../../../platform/http/json.js';
import type { FlagCreatorResponse } from '../project.dto.js';
import { statement } from '../../../platform/database/statement.js';

const LIST = statement<
  [projectId: string, hiddenProjects: readonly string[]],
  { creators: Json<FlagCreatorResponse[]> }
>(
  'flag-creator.list',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(json_build_object('id', u.id, 'name', u.display_name)
      ORDER BY u.display_name, u.id), '[]')
              FROM app_user u WHERE u.id IN (SELECT f.created_by_user_id FROM feature f
                WHERE f.project = $1))::text AS creators
      FROM project p WHERE p.id = $1 AND p.id <> ALL ($2::text[])`,
);

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
