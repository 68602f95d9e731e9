import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { Namesakes } from '../../../core/event/namesakes.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { ForbiddenError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { requireRecentSignIn } from '../../../core/auth/session/confirmation-gate.js';
import { unknownUser } from '../user/user.read-model.js';
import { lockUser } from '../user/user-writer.js';
import {
  addPersonalToken,
  removePersonalToken,
  requireFuture,
  requireWithinDays,
  withdrawFromTokens,
} from './personal-token-writer.js';
import type {
  CreatePersonalTokenDto,
  PersonalTokenResponse,
  PersonalTokensResponse,
} from './personal-token.dto.js';
import { LIST, KIND, LIST_OF } from './personal-token.sql.js';

/**
 * Creates and revokes personal tokens. A revoked token is refused at once by this instance, and
 * within a second by others.
 */
@Injectable()
export class PersonalTokenService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
    @Inject(CONFIG) private readonly config: Config,
    namesakes: Namesakes,
  ) {
    namesakes.add(withdrawFromTokens);
  }

  /**
   * The caller's own tokens without their secrets.
   * @throws ForbiddenError for API tokens, which have no user.
   */
  async list({ kind, userId }: Caller): Promise<Json<PersonalTokensResponse>> {
    if (kind !== 'user')
      throw new ForbiddenError('An admin token belongs to no user, who could have tokens.');
    const [row] = await this.database.run(LIST, [userId]);
    return row!.json;
  }

  /**
   * Creates a token for the caller.
   * @returns The token with its secret, which cannot be read again.
   * @throws ForbiddenError for API tokens, which have no user, for service accounts, whose tokens
   * administrators create, and for users who signed in too long ago.
   * @throws BadDataError when it is expired or would live too long.
   * @throws NameExistsError when the user has a token with this description.
   * @throws OperationDeniedError when the user has 10 tokens.
   */
  async create(dto: CreatePersonalTokenDto, caller: Caller): Promise<PersonalTokenResponse> {
    if (caller.kind !== 'user')
      throw new ForbiddenError(
        'An admin token belongs to no user: sign in to create personal tokens.',
      );
    const [account] = await this.database.run(KIND, [caller.userId]);
    if (account?.kind === 'service-account')
      throw new ForbiddenError(
        'A service account cannot create its own tokens: administrators create them.',
      );
    requireRecentSignIn(caller, this.config.personalTokens.recentSignInMinutes);
    requireFuture(dto.expiresAt);
    requireWithinDays(dto.expiresAt, this.config.personalTokens.maxDays);
    return this.unitOfWork.run(caller, async (tx) => {
      await lockUser(caller.userId, tx);
      return addPersonalToken(caller.userId, dto, tx);
    });
  }

  /**
   * Revokes a token of the caller.
   * @throws NotFoundError when the caller has no such token.
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      if (!(await removePersonalToken(id, caller.userId, tx)))
        throw new NotFoundError(`You have no personal token with the id ${id}.`);
    });
    this.callers.invalidate();
  }

  /**
   * The tokens of a user, for administrators.
   * @throws NotFoundError when there is no such user.
   */
  async listOf(userId: number): Promise<Json<PersonalTokensResponse>> {
    const [row] = await this.database.run(LIST_OF, [userId]);
    if (!row) throw unknownUser(userId);
    return row.json;
  }

  /**
   * Revokes a token of a user, for administrators.
   * @throws NotFoundError when the user has no such token.
   */
  async revokeOf(userId: number, id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lockUser(userId, tx);
      if (!(await removePersonalToken(id, userId, tx)))
        throw new NotFoundError(`The user has no personal token with the id ${id}.`);
    });
    this.callers.invalidate();
  }
}
