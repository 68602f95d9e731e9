import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ForbiddenError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { RolesResponse } from '../../../core/auth/permissions/role.response.js';
import type { MeResponse, ProfileResponse } from './me.response.js';
import { READ, PROFILE, ROLES } from './me.sql.js';

/** Additional properties of the user of an admin token. */
const ADMIN_TOKEN = { permissions: ['ADMIN'], projects: ['*'], environment: '*', type: 'admin' };

/** Reads the caller's profile and permissions. */
@Injectable()
export class MeReadModel {
  constructor(private readonly database: Database) {}

  async get(caller: Caller): Promise<Json<MeResponse>> {
    const [row] = await this.database.run(READ, [
      caller.userId,
      JSON.stringify(caller.permissions),
      JSON.stringify(caller.kind === 'admin' ? ADMIN_TOKEN : {}),
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
