import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type Json, jsonOf } from '../../../platform/http/json.js';
import { unknownUser } from '../../people/user/user.read-model.js';
import type { SecondFactorResponse } from './second-factor.dto.js';
import { READ } from './second-factor.sql.js';

/** Reads second factors of users. */
@Injectable()
export class SecondFactorReadModel {
  constructor(private readonly database: Database) {}

  /**
   * `more` is merged into the response.
   * @throws NotFoundError when there is no such user.
   */
  async get<Extended extends SecondFactorResponse>(
    userId: number,
    more: Omit<Extended, keyof SecondFactorResponse>,
  ): Promise<Json<Extended>> {
    const [row] = await this.database.run(READ, [userId, JSON.stringify(more)]);
    if (!row) throw unknownUser(userId);
    return jsonOf<Extended>(row.json);
  }
}
