import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { GroupResponse, GroupsResponse } from './group.response.js';
import { GROUP_JSON } from './group.sql.js';

const LIST = {
  name: 'group-list',
  text: `SELECT jsonb_build_object('groups', COALESCE(jsonb_agg(${GROUP_JSON} ORDER BY g.name), '[]'))::text AS json FROM user_group g`,
};
const READ = {
  name: 'group-read',
  text: `SELECT ${GROUP_JSON}::text AS json FROM user_group g WHERE g.id = $1`,
};

/** Which groups there are. */
@Injectable()
export class GroupReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<GroupsResponse>> {
    const [row] = await this.database.run<{ json: string }>(LIST);
    return row!.json;
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<Json<GroupResponse>> {
    const [row] = await this.database.run<{ json: string }>(READ, [id]);
    if (!row) throw unknownGroup(id);
    return row.json;
  }
}

/** That there is no such group. */
export function unknownGroup(id: number): NotFoundError {
  return new NotFoundError(`There is no group with the id ${id}.`);
}
