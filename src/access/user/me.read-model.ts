import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { ForbiddenError, NotFoundError } from '../../http/errors.js';
import type { Json } from '../../http/json.js';
import type { Caller } from '../caller.js';
import type { RolesResponse } from '../role/role.response.js';
import { ROLE_JSON } from '../role/role.sql.js';
import type { MeResponse, ProfileResponse } from './me.response.js';
import { USER_JSON } from './user.sql.js';

const READ = {
  name: 'me-read',
  text: /* sql */ `
    SELECT jsonb_build_object('user', ${USER_JSON}, 'permissions', $2::jsonb, 'feedback', '[]'::jsonb, 'splash', '{}'::jsonb)::text AS me
      FROM app_user u WHERE u.id = $1`,
};

const PROFILE = {
  name: 'me-profile',
  text: /* sql */ `
    SELECT jsonb_build_object('rootRole', ${ROLE_JSON}, 'features', '[]'::jsonb, 'subscriptions', '[]'::jsonb,
             'projects', (SELECT COALESCE(jsonb_agg(p.id ORDER BY p.id), '[]') FROM project p
                           WHERE p.archived_at IS NULL AND p.id <> ALL ($2::text[])))::text AS json
      FROM app_user u JOIN role r ON r.id = u.root_role_id WHERE u.id = $1`,
};

const ROLES = {
  name: 'me-roles',
  text: /* sql */ `
    SELECT jsonb_build_object('version', 1, 'roles', (
             SELECT COALESCE(jsonb_agg(${ROLE_JSON}), '[]') FROM app_user u JOIN role r ON r.id = u.root_role_id WHERE u.id = $1))::text AS json
      FROM project p WHERE p.id = $2 AND p.id <> ALL ($3::text[])`,
};

/** Who asks, and what they may do. */
@Injectable()
export class MeReadModel {
  constructor(private readonly database: Database) {}

  async get(caller: Caller): Promise<Json<MeResponse>> {
    const [row] = await this.database.run<{ me: string }>(READ, [caller.userId, JSON.stringify(caller.permissions)]);
    return row!.me;
  }

  /** @throws ForbiddenError when the caller is nobody with a profile. */
  async profile({ userId, hiddenProjects }: Caller): Promise<Json<ProfileResponse>> {
    const [row] = await this.database.run<{ json: string }>(PROFILE, [userId, hiddenProjects]);
    if (!row) throw new ForbiddenError('Only users with a root role have a profile.');
    return row.json;
  }

  /** @throws NotFoundError when there is no such project. */
  async roles({ userId, hiddenProjects }: Caller, projectId: string): Promise<Json<RolesResponse>> {
    const [row] = await this.database.run<{ json: string }>(ROLES, [userId, projectId, hiddenProjects]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.json;
  }
}
