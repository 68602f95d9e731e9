import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { ForbiddenError, NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { Caller } from '../../auth/caller/caller.js';
import type { RolesResponse } from '../../auth/permissions/role.response.js';
import { ROLE_JSON } from '../../auth/permissions/role.sql.js';
import type { MeResponse, ProfileResponse } from './me.response.js';
import { allowsEverything, ROOT_ROLE_IDS, USER_JSON } from './user.sql.js';

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
    WITH held AS (
      SELECT role, NULL::text AS project FROM app_user u, LATERAL ${ROOT_ROLE_IDS} root(role), project p
       WHERE u.id = $1 AND p.id = $2 AND (p.mode = 'open' OR ${allowsEverything('role')})
      UNION SELECT h.role_id, h.project FROM project_user_role h WHERE h.project = $2 AND h.user_id = $1
      UNION SELECT h.role_id, h.project FROM project_group_role h JOIN group_member m ON m.group_id = h.group_id WHERE h.project = $2 AND m.user_id = $1
    )
    SELECT jsonb_build_object('version', 1, 'roles', (
             SELECT COALESCE(jsonb_agg(${ROLE_JSON} || jsonb_strip_nulls(jsonb_build_object('project', held.project))
                                       ORDER BY held.project NULLS FIRST, r.id), '[]') FROM held JOIN role r ON r.id = held.role))::text AS json
      FROM project p WHERE p.id = $2`,
};

/** Who asks, and what they may do. */
@Injectable()
export class MeReadModel {
  constructor(private readonly database: Database) {}

  async get(caller: Caller): Promise<Json<MeResponse>> {
    const [row] = await this.database.run<{ me: string }>(READ, [
      caller.userId,
      JSON.stringify(caller.permissions),
    ]);
    return row!.me;
  }

  /** @throws ForbiddenError when the caller is nobody with a profile. */
  async profile({ userId, hiddenProjects }: Caller): Promise<Json<ProfileResponse>> {
    const [row] = await this.database.run<{ json: string }>(PROFILE, [userId, hiddenProjects]);
    if (!row) throw new ForbiddenError('Only users with a root role have a profile.');
    return row.json;
  }

  /** @throws NotFoundError when there is no such project, or the caller must not know of it. */
  async roles(caller: Caller, projectId: string): Promise<Json<RolesResponse>> {
    const [row] = await this.database.run<{ json: string }>(ROLES, [caller.userId, projectId]);
    if (!row || !caller.sees(projectId))
      throw new NotFoundError(`There is no project "${projectId}".`);
    return row.json;
  }
}
