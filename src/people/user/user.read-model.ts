import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { ROLE_JSON } from '../../auth/permissions/role.sql.js';
import type {
  AdminCountResponse,
  FoundUsersResponse,
  InactiveUsersResponse,
  UserAndRoleResponse,
  UsersAndGroupsResponse,
  UsersResponse,
} from './user.response.js';
import {
  BRIEF_USER_JSON,
  IS_ACCOUNT,
  IS_ADMINISTRATOR,
  IS_INACTIVE,
  IS_PERSON,
  USER_AND_ROLE_JSON,
} from './user.sql.js';

const LIST = {
  name: 'user-list',
  text: /* sql */ `
    SELECT jsonb_build_object(
      'users', (SELECT COALESCE(jsonb_agg(${USER_AND_ROLE_JSON} || jsonb_build_object('inviteLink', '') ORDER BY u.id), '[]') FROM app_user u WHERE ${IS_PERSON}),
      'rootRoles', (SELECT jsonb_agg(${ROLE_JSON} ORDER BY r.id) FROM role r WHERE r.type IN ('root', 'root-custom')))::text AS json`,
};

const READ = {
  name: 'user-read',
  text: `SELECT ${USER_AND_ROLE_JSON}::text AS json FROM app_user u WHERE u.id = $1 AND ${IS_PERSON}`,
};

const SEARCH = {
  name: 'user-search',
  text: /* sql */ `
    SELECT jsonb_build_object('users', COALESCE(jsonb_agg(${BRIEF_USER_JSON} ORDER BY u.id), '[]'))::text AS json
      FROM app_user u WHERE ${IS_PERSON} AND length($1) >= 2
       AND (strpos(lower(u.name), lower($1)) > 0 OR strpos(lower(u.username), lower($1)) > 0 OR strpos(lower(u.email), lower($1)) > 0)`,
};

const ACCESS = {
  name: 'user-access',
  text: /* sql */ `
    SELECT jsonb_build_object(
      'users', (SELECT COALESCE(jsonb_agg(${BRIEF_USER_JSON} ORDER BY u.id), '[]') FROM app_user u WHERE ${IS_ACCOUNT}),
      'groups', (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'description', g.description,
                   'createdBy', g.created_by, 'createdAt', iso8601(g.created_at),
                   'userCount', (SELECT count(*) FROM group_member m WHERE m.group_id = g.id)) ORDER BY g.name), '[]') FROM user_group g))::text AS json`,
};

const ADMIN_COUNT = {
  name: 'user-admin-count',
  text: /* sql */ `
    SELECT jsonb_build_object(
      'password',   count(*) FILTER (WHERE u.kind = 'user' AND u.password_hash IS NOT NULL),
      'noPassword', count(*) FILTER (WHERE u.kind = 'user' AND u.password_hash IS NULL),
      'service',    count(*) FILTER (WHERE u.kind = 'service-account'))::text AS json
      FROM app_user u WHERE ${IS_ACCOUNT} AND ${IS_ADMINISTRATOR}`,
};

const INACTIVE = {
  name: 'user-inactive',
  text: /* sql */ `
    SELECT jsonb_build_object('version', 1, 'inactiveUsers', COALESCE(jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'username', u.username))
        || jsonb_build_object('seenAt', iso8601(u.seen_at), 'createdAt', iso8601(u.created_at), 'patSeenAt', iso8601(p.seen_at))
        ORDER BY COALESCE(u.seen_at, u.created_at), u.id), '[]'))::text AS json
      FROM app_user u LEFT JOIN LATERAL (SELECT max(t.seen_at) AS seen_at FROM personal_token t WHERE t.user_id = u.id) p ON true
     WHERE ${IS_PERSON} AND ${IS_INACTIVE}`,
};

interface Row {
  json: string;
}

/** Reads users. */
@Injectable()
export class UserReadModel {
  constructor(private readonly database: Database) {}

  list(reader: Reader): Promise<Json<UsersResponse>> {
    return this.one(reader, LIST);
  }

  /** @throws NotFoundError when the user does not exist or is deleted. */
  async get(id: number): Promise<Json<UserAndRoleResponse>> {
    const [row] = await this.database.run<Row & object>(READ, [id]);
    if (!row) throw unknownUser(id);
    return row.json;
  }

  search(part: string, reader: Reader): Promise<Json<FoundUsersResponse>> {
    return this.one(reader, SEARCH, [part.trim()]);
  }

  /** All users, service accounts and groups. */
  access(reader: Reader): Promise<Json<UsersAndGroupsResponse>> {
    return this.one(reader, ACCESS);
  }

  adminCount(reader: Reader): Promise<Json<AdminCountResponse>> {
    return this.one(reader, ADMIN_COUNT);
  }

  inactive(reader: Reader): Promise<Json<InactiveUsersResponse>> {
    return this.one(reader, INACTIVE);
  }

  private async one<T>(
    reader: Reader,
    statement: { name: string; text: string },
    values: unknown[] = [],
  ): Promise<Json<T>> {
    const [row] = await this.database.runFor<Row & object>(reader, statement, values);
    return row!.json as Json<T>;
  }
}

/** The error for an unknown user. */
export function unknownUser(id: number | string): NotFoundError {
  return new NotFoundError(
    `There is no user ${typeof id === 'number' ? `with the id ${id}` : `"${id}"`}.`,
  );
}
