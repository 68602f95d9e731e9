import { Injectable } from '@nestjs/common';
import {
  Database,
  type PlainStatement as Statement,
  type Reader,
} from '../../database/database.js';
import type { Json } from '../../http/json.js';
import { noProject } from '../project-lock.js';
import type { FlagCreatorResponse } from './flag-creator.response.js';

/** The outdated SDKs of a project's applications. */
const LIST: Statement = {
  name: 'project-flag-creators',
  text: /* sql */ `
    SELECT (SELECT COALESCE(json_agg(json_build_object('id', u.id, 'name', u.display_name) ORDER BY u.display_name, u.id), '[]')
              FROM app_user u WHERE u.id IN (SELECT f.created_by_user_id FROM feature f WHERE f.project = $1))::text AS creators
      FROM project p WHERE p.id = $1`,
};

/** Reads the creators of features. */
@Injectable()
export class FlagCreatorReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Everybody who created a feature of the project, including archived ones, by name.
   * @throws NotFoundError when the project does not exist.
   */
  async list(projectId: string, reader: Reader): Promise<Json<FlagCreatorResponse[]>> {
    const [row] = await this.database.runFor<{ creators: string }>(reader, LIST, [projectId]);
    if (!row) throw noProject(projectId);
    return row.creators;
  }
}
