import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import type { PersonalTokensResponse } from '../personal-token/personal-token.dto.js';
import { unknownUser } from '../user/user.read-model.js';
import type { ServiceAccountResponse, ServiceAccountsResponse } from './service-account.dto.js';
import { LIST, READ, TOKENS } from './service-account.sql.js';
import type { Statement } from '../../../platform/database/statement.js';

/** Reads service accounts. */
@Injectable()
export class ServiceAccountReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<ServiceAccountsResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.json;
  }

  /** @throws NotFoundError when it does not exist. */
  get(id: number): Promise<Json<ServiceAccountResponse>> {
    return this.one(READ, id);
  }

  /**
   * The tokens of an account, without their secrets.
   * @throws NotFoundError when there is no such account.
   */
  tokens(id: number): Promise<Json<PersonalTokensResponse>> {
    return this.one(TOKENS, id);
  }

  private async one<T>(
    statement: Statement<readonly [id: number], { json: Json<T> }>,
    id: number,
  ): Promise<Json<T>> {
    const [row] = await this.database.run(statement, [id]);
    if (!row) throw unknownUser(id);
    return row.json;
  }
}
