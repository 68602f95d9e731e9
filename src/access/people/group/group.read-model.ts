import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type {
  GroupResponse,
  GroupSearchQuery,
  GroupSearchResponse,
  GroupsResponse,
} from './group.dto.js';
import { LIST, READ, SEARCH } from './group.sql.js';

/** Reads groups. */
@Injectable()
export class GroupReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<GroupsResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.json;
  }

  /** A page of the groups that match, with their first members. */
  async find(query: GroupSearchQuery, reader: Reader): Promise<Json<GroupSearchResponse>> {
    const [row] = await this.database.longRead(reader, SEARCH(query));
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
