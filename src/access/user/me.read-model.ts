import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Json } from '../../http/json.js';
import type { Caller } from '../caller.js';
import type { MeResponse } from './me.response.js';
import { USER_JSON } from './user.sql.js';

const READ = {
  name: 'me-read',
  text: /* sql */ `
    SELECT jsonb_build_object('user', ${USER_JSON}, 'permissions', $2::jsonb, 'feedback', '[]'::jsonb, 'splash', '{}'::jsonb)::text AS me
      FROM app_user u WHERE u.id = $1`,
};

/** Who asks, and what they may do. */
@Injectable()
export class MeReadModel {
  constructor(private readonly database: Database) {}

  async get(caller: Caller): Promise<Json<MeResponse>> {
    const permissions = caller.may('ADMIN', {}) ? [{ permission: 'ADMIN' }] : [];
    const [row] = await this.database.run<{ me: string }>(READ, [caller.userId, JSON.stringify(permissions)]);
    return row!.me;
  }
}
