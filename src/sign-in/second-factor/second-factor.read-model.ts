import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Json } from '../../http/json.js';
import { unknownUser } from '../../people/user/user.read-model.js';
import { IS_PERSON } from '../../people/user/user.sql.js';
import type { SecondFactorResponse } from './second-factor.response.js';
import { HAS_SECOND_FACTOR } from '../../auth/session/second-factor.sql.js';

const READ = {
  name: 'second-factor-read',
  text: /* sql */ `
    SELECT (jsonb_build_object('enabled', ${HAS_SECOND_FACTOR},
             'totp', (SELECT jsonb_build_object('createdAt', iso8601(t.confirmed_at)) FROM totp_factor t
                       WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL),
             'passkeys', (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'createdAt', iso8601(k.created_at),
                                                                       'usedAt', iso8601(k.used_at)) ORDER BY k.id), '[]')
                            FROM passkey k WHERE k.user_id = u.id),
             'recoveryCodesLeft', (SELECT count(*) FROM recovery_code r WHERE r.user_id = u.id)) || $2::jsonb)::text AS json
      FROM app_user u WHERE u.id = $1 AND ${IS_PERSON}`,
};

/** Which second factors users have. */
@Injectable()
export class SecondFactorReadModel {
  constructor(private readonly database: Database) {}

  /** `more` is added to the answer as it is. @throws NotFoundError when there is no such user. */
  async get<Extended extends SecondFactorResponse>(
    userId: number,
    more: Omit<Extended, keyof SecondFactorResponse>,
  ): Promise<Json<Extended>> {
    const [row] = await this.database.run<{ json: string }>(READ, [userId, JSON.stringify(more)]);
    if (!row) throw unknownUser(userId);
    return row.json as Json<Extended>;
  }
}
