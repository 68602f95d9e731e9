import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { UnitOfWork } from '../../../../core/event/unit-of-work.js';
import {
  BadDataError,
  ConflictError,
  NotFoundError,
  OperationDeniedError,
} from '../../../../platform/errors/general.errors.js';
import type { Json } from '../../../../platform/http/json.js';
import type { Caller } from '../../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../../core/auth/caller-lookup.js';
import { lockSettings } from '../../../../core/auth/setting.js';
import { unknownUser } from '../../../people/user/user.read-model.js';
import { lockUser } from '../../../people/user/user-writer.js';
import { type IdentityKey, MAX_KEY_BYTES } from './identity.js';
import { requireWayIn } from '../settings/sso-settings.js';
import type {
  LinkIdentityDto,
  UserIdentitiesResponse,
  UserIdentityResponse,
} from './user-identity.dto.js';
import {
  findUserOf,
  isFull,
  linkIdentity,
  lockIdentity,
  MAX_IDENTITIES,
  unlinkIdentities,
} from './user-identity.store.js';
import { LIST, READ_IDENTITY } from './user-identity.sql.js';

/** Links and unlinks identities for administrators. */
@Injectable()
export class UserIdentityService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
  ) {}

  /**
   * The identities of a user.
   * @throws NotFoundError when there is no such user.
   */
  async list(userId: number): Promise<Json<UserIdentitiesResponse>> {
    const [row] = await this.database.run(LIST, [userId]);
    if (!row) throw unknownUser(userId);
    return row.identities;
  }

  /**
   * Links an identity to a user, including administrators. Does nothing when it is already linked.
   * @throws NotFoundError when there is no such user.
   * @throws ConflictError when it belongs to another user.
   */
  async link(userId: number, dto: LinkIdentityDto, caller: Caller): Promise<UserIdentityResponse> {
    const key = checkedKey(dto);
    return this.unitOfWork.run(caller, async (tx) => {
      await lockIdentity(key, tx);
      const owner = await findUserOf(key, tx);
      if (owner && !owner.isDeleted && owner.id !== userId)
        throw new ConflictError(
          `This identity belongs to the user with the id ${owner.id}. Remove it there first.`,
        );
      await lockUser(userId, tx);
      if (owner?.id === userId) {
        return (await tx.query(READ_IDENTITY, [owner.identityId]))[0]!.identity;
      }
      if (await isFull(userId, tx))
        throw new OperationDeniedError(
          `A user has at most ${MAX_IDENTITIES} identities: remove one of them first.`,
        );
      const identity = await linkIdentity(
        key,
        { userId, isEmailTrusted: true, isLogin: false },
        tx,
      );
      await tx.record({ type: 'user-identity-linked', data: identity });
      return identity;
    });
  }

  /**
   * Unlinks an identity, and ends the sessions opened with its protocol.
   * @throws NotFoundError when the user has no such identity.
   * @throws InvalidOperationError when no administrator could sign in any more.
   */
  async unlink(userId: number, identityId: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lockSettings(tx);
      await lockUser(userId, tx);
      const removed = await unlinkIdentities(userId, { id: identityId }, tx);
      if (removed.length === 0)
        throw new NotFoundError(
          `The user with the id ${userId} has no identity with the id ${identityId}.`,
        );
      await requireWayIn(tx);
    });
    this.callers.invalidate();
  }
}

/** @throws BadDataError when a part is too long, or does not exist for the protocol. */
function checkedKey({ provider, issuer, subject, subjectFormat }: LinkIdentityDto): IdentityKey {
  for (const [property, value] of Object.entries({ issuer, subject }))
    if (Buffer.byteLength(value) > MAX_KEY_BYTES)
      throw refusalOf(property, `${property} has at most ${MAX_KEY_BYTES} bytes.`);
  if (provider === 'oidc' && subjectFormat !== undefined)
    throw refusalOf('subjectFormat', 'subjectFormat only exists for SAML.');
  return { protocol: provider, issuer, subject, subjectFormat };
}

function refusalOf(property: string, message: string): BadDataError {
  return new BadDataError(message, [{ message, path: `/body/${property}` }]);
}
