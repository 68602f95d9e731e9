import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { GroupResponse, GroupsResponse } from './group.response.js';
import { LIST, READ } from './group.sql.js';

/** Reads groups. */
@Injectable()
export class GroupReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<GroupsResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.json;
  }

  /** @throws NotFoundError when it does not exist. */
  async get(id: number): Promise<Json<GroupResponse>> {
    const [row] = await this.database.run(READ, [id]);
    if (!row) throw unknownGroup(id);
    return row.json;
  }
}

/** The error for an unknown group. */
export function unknownGroup(id: number): NotFoundError {
  return new NotFoundError(`There is no group with the id ${id}.`);
}
