import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { type Json, jsonOf } from '../../../platform/http/json.js';
import { type JsonList, listAsJson } from '../../../platform/http/json-list.js';
import type {
  AdminCountResponse,
  FoundUserResponse,
  FoundUsersResponse,
  InactiveUsersResponse,
  UserAndRoleResponse,
  UsersResponse,
} from './user.response.js';
import { ADMIN_COUNT, INACTIVE, LIST, READ, SEARCH } from './user.sql.js';

/** Reads users. */
@Injectable()
export class UserReadModel {
  constructor(private readonly database: Database) {}

  async list(reader: Reader): Promise<JsonList<UsersResponse>> {
    return listAsJson(await this.database.pagesFor(reader, LIST, []), 'users');
  }

  /** @throws NotFoundError when the user does not exist or is deleted. */
  async get(id: number): Promise<Json<UserAndRoleResponse>> {
    const [row] = await this.database.run(READ, [id]);
    if (!row) throw unknownUser(id);
    return row.json;
  }

  async search(part: string, reader: Reader): Promise<Json<FoundUserResponse[]>> {
    const [row] = await this.database.runFor(reader, SEARCH, [part.trim()]);
    return row!.json;
  }

  /** The same in the form that the reference documents. */
  async searchAsDocumented(part: string, reader: Reader): Promise<Json<FoundUsersResponse>> {
    return jsonOf(`{"users":${await this.search(part, reader)}}`);
  }

  async adminCount(reader: Reader): Promise<Json<AdminCountResponse>> {
    const [row] = await this.database.runFor(reader, ADMIN_COUNT);
    return row!.json;
  }

  async inactive(reader: Reader): Promise<Json<InactiveUsersResponse>> {
    const [row] = await this.database.runFor(reader, INACTIVE);
    return row!.json;
  }
}

/** The error for an unknown user. */
export function unknownUser(id: number | string): NotFoundError {
  return new NotFoundError(
    `There is no user ${typeof id === 'number' ? `with the id ${id}` : `"${id}"`}.`,
  );
}
