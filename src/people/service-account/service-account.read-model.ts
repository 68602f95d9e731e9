import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import type { Json } from '../../http/json.js';
import type { PersonalTokensResponse } from '../user/personal-token.response.js';
import { PERSONAL_TOKENS_JSON } from '../user/personal-token.sql.js';
import { ROLE_JSON } from '../../auth/permissions/role.sql.js';
import { unknownUser } from '../user/user.read-model.js';
import type {
  ServiceAccountResponse,
  ServiceAccountsResponse,
} from './service-account.response.js';

const IS_SERVICE_ACCOUNT = "u.kind = 'service-account' AND u.deleted_at IS NULL";

const ACCOUNT_JSON = /* sql */ `(
  jsonb_build_object('id', u.id, 'isAPI', false, 'name', u.name, 'username', u.username, 'imageUrl', u.image_url, 'seenAt', iso8601(u.seen_at),
    'createdAt', iso8601(u.created_at), 'tokens', ${PERSONAL_TOKENS_JSON})
  || jsonb_strip_nulls(jsonb_build_object('rootRole', u.root_role_id)))`;

const LIST = {
  name: 'service-account-list',
  text: /* sql */ `
    SELECT jsonb_build_object(
      'serviceAccounts', (SELECT COALESCE(jsonb_agg(${ACCOUNT_JSON} ORDER BY u.id), '[]') FROM app_user u WHERE ${IS_SERVICE_ACCOUNT}),
      'rootRoles', (SELECT jsonb_agg(${ROLE_JSON} ORDER BY r.id) FROM role r WHERE r.type IN ('root', 'root-custom')))::text AS json`,
};
const READ = {
  name: 'service-account-read',
  text: `SELECT ${ACCOUNT_JSON}::text AS json FROM app_user u WHERE u.id = $1 AND ${IS_SERVICE_ACCOUNT}`,
};
const TOKENS = {
  name: 'service-account-tokens',
  text: `SELECT jsonb_build_object('pats', ${PERSONAL_TOKENS_JSON})::text AS json FROM app_user u WHERE u.id = $1 AND ${IS_SERVICE_ACCOUNT}`,
};

/** Which service accounts there are. */
@Injectable()
export class ServiceAccountReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<ServiceAccountsResponse>> {
    const [row] = await this.database.run<{ json: string }>(LIST);
    return row!.json;
  }

  /** @throws NotFoundError */
  get(id: number): Promise<Json<ServiceAccountResponse>> {
    return this.one(READ, id);
  }

  /** The tokens of an account, without their secrets. @throws NotFoundError */
  tokens(id: number): Promise<Json<PersonalTokensResponse>> {
    return this.one(TOKENS, id);
  }

  private async one<T>(statement: Statement, id: number): Promise<Json<T>> {
    const [row] = await this.database.run<{ json: string }>(statement, [id]);
    if (!row) throw unknownUser(id);
    return row.json as Json<T>;
  }
}
