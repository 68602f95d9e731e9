import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { RolesResponse } from '../../../core/auth/permissions/role.response.js';
import { ADMIN_TOKEN_USER_ID } from '../../../core/event/actor.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { ForbiddenError, NotFoundError } from '../../../platform/errors/general.errors.js';
import { type JsonList, listAsJson } from '../../../platform/http/json-list.js';
import type { Json } from '../../../platform/http/json.js';
import type { AccountSearchQuery, UserSearchQuery } from './user.dto.js';
import type {
  AdminCountResponse,
  FoundUserResponse,
  InactiveUsersResponse,
  MeResponse,
  ProfileResponse,
  UserAndRoleResponse,
  UsersAndGroupsResponse,
  UserSearchResponse,
  UsersResponse,
} from './user.response.js';
import {
  ACCESS,
  ADMIN_COUNT,
  INACTIVE,
  LIST,
  PROFILE,
  READ,
  READ_ME,
  ROLES,
  SEARCH,
  SEARCH_ACCOUNTS,
  SEARCH_USERS,
} from './user.sql.js';

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

const MOST_ACCOUNTS = 1000;

/** Finds users by their names, in pages. */
@Injectable()
export class UserSearchReadModel {
  constructor(private readonly database: Database) {}

  /** A page of the users that match. */
  async find(query: UserSearchQuery, reader: Reader): Promise<Json<UserSearchResponse>> {
    const [row] = await this.database.longRead(reader, SEARCH_USERS(query));
    return row!.json;
  }

  /** All users, service accounts and groups; with a search, those that match, by their names. */
  async accounts(
    { query, limit }: AccountSearchQuery,
    reader: Reader,
  ): Promise<JsonList<UsersAndGroupsResponse>> {
    if (query === undefined && limit === undefined)
      return listAsJson(await this.database.pagesFor(reader, ACCESS, []), 'users');
    const most = limit ?? MOST_ACCOUNTS;
    const [row] = await this.database.runFor(reader, SEARCH_ACCOUNTS, [query ?? '', most]);
    return row!.json;
  }
}

/** Additional properties of the user of an admin token. */
const ADMIN_TOKEN = {
  ...{ permissions: ['ADMIN'], projects: ['*'], environment: '*', type: 'admin' },
  internalAdminTokenUserId: ADMIN_TOKEN_USER_ID,
};
/** Everybody may read the templates of release plans, as far as a personal token's scope allows. */
const EVERYBODYS = { permission: 'RELEASE_PLAN_TEMPLATE_VIEW_OVERVIEW' };

/** Reads the caller's profile and permissions. */
@Injectable()
export class MeReadModel {
  constructor(private readonly database: Database) {}

  async get(caller: Caller): Promise<Json<MeResponse>> {
    const [row] = await this.database.run(READ_ME, [
      caller.userId,
      JSON.stringify(
        caller.isUnlimited || caller.scope
          ? caller.permissions
          : [...caller.permissions, EVERYBODYS],
      ),
      JSON.stringify(caller.kind === 'admin' ? { ...ADMIN_TOKEN, username: caller.name } : {}),
      caller.session?.id ?? null,
    ]);
    return row!.me;
  }

  /** @throws ForbiddenError when the caller is not a user. */
  async profile({ userId, hiddenProjects }: Caller): Promise<Json<ProfileResponse>> {
    const [row] = await this.database.run(PROFILE, [userId, hiddenProjects]);
    if (!row) throw new ForbiddenError('Only users with a root role have a profile.');
    return row.json;
  }

  /** @throws NotFoundError when the project does not exist or is hidden from the caller. */
  async roles(caller: Caller, projectId: string): Promise<Json<RolesResponse>> {
    const [row] = await this.database.run(ROLES, [caller.userId, projectId]);
    if (!row || !caller.sees(projectId))
      throw new NotFoundError(`There is no project "${projectId}".`);
    return row.json;
  }
}
