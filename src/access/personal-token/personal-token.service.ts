import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { BadDataError, ForbiddenError, NotFoundError, OperationDeniedError } from '../../http/errors.js';
import type { Json } from '../../http/json.js';
import type { Caller } from '../caller.js';
import { CallerLookup, hashOf } from '../caller-lookup.js';
import { lockUser } from '../user/user-writer.js';
import type { CreatePersonalTokenDto } from './personal-token.dto.js';
import type { PersonalTokenResponse, PersonalTokensResponse } from './personal-token.response.js';

/** How many a user may have, as in the reference; those that have expired count until they are deleted. */
const MOST = 10;

const TOKEN_JSON = /* sql */ `
  jsonb_build_object('id', p.id, 'description', p.description, 'userId', p.user_id, 'expiresAt', iso8601(p.expires_at),
    'createdAt', iso8601(p.created_at), 'seenAt', iso8601(p.seen_at))`;

const LIST = {
  name: 'personal-token-list',
  text: /* sql */ `
    SELECT jsonb_build_object('pats', COALESCE(jsonb_agg(${TOKEN_JSON} ORDER BY p.id), '[]'))::text AS json
      FROM personal_token p WHERE p.user_id = $1`,
};

const ADD = /* sql */ `
  INSERT INTO personal_token AS p (user_id, secret_hash, description, expires_at) VALUES ($1, $2, $3, $4) RETURNING ${TOKEN_JSON} AS token`;
const REMOVE = `DELETE FROM personal_token p WHERE p.id = $1 AND p.user_id = $2 RETURNING ${TOKEN_JSON} AS token`;

/** Creates and revokes the tokens by which programs act as a user. One that is revoked is refused at once here, and within a second elsewhere. */
@Injectable()
export class PersonalTokenService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
  ) {}

  /** The caller's own tokens, without their secrets; admin tokens have none. */
  async list({ userId }: Caller): Promise<Json<PersonalTokensResponse>> {
    const [row] = await this.database.run<{ json: string }>(LIST, [userId]);
    return row!.json;
  }

  /**
   * Creates a token for the caller. @returns It, with its secret: nobody can ever tell that again.
   * @throws ForbiddenError for admin tokens, which stand for no user. @throws BadDataError when it would have expired already.
   * @throws NameExistsError when the user has a token with this description. @throws OperationDeniedError when the user has 10 tokens.
   */
  async create({ description, expiresAt }: CreatePersonalTokenDto, caller: Caller): Promise<PersonalTokenResponse> {
    if (caller.kind !== 'user') throw new ForbiddenError('An admin token stands for no user: sign in to create personal tokens.');
    if (Date.parse(expiresAt) <= Date.now()) {
      const message = 'expiresAt must be in the future.';
      throw new BadDataError(message, [{ message, path: '/body/expiresAt' }]);
    }
    const secret = `user:${randomBytes(28).toString('hex')}`;
    return this.unitOfWork.run(caller, async (tx) => {
      await lockUser(caller.userId, tx); // so that those who create at once are counted one after another
      const [has] = await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM personal_token WHERE user_id = $1', [caller.userId]);
      if (has!.n >= MOST) throw new OperationDeniedError(`You have ${MOST} personal tokens, which is as many as there may be: delete one.`);
      const [row] = await tx.query<{ token: PersonalTokenResponse }>(ADD, [
        caller.userId,
        hashOf(secret),
        description,
        new Date(expiresAt),
      ]);
      await tx.record({ type: 'pat-created', data: { ...row!.token, secret: '***' } });
      return { ...row!.token, secret };
    });
  }

  /** Revokes a token of the caller. @throws NotFoundError when the caller has no such token. */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const [row] = await tx.query<{ token: PersonalTokenResponse }>(REMOVE, [id, caller.userId]);
      if (!row) throw new NotFoundError(`You have no personal token with the id ${id}.`);
      await tx.record({ type: 'pat-deleted', data: { ...row.token, secret: '***' } });
    });
    this.callers.forget();
  }
}
