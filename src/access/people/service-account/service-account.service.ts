import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { NameExistsError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import {
  addPersonalToken,
  removePersonalToken,
  requireFuture,
} from '../personal-token/personal-token-writer.js';
import type {
  CreatePersonalTokenDto,
  PersonalTokenResponse,
} from '../personal-token/personal-token.dto.js';
import { AppUser } from '../user/app-user.entity.js';
import { changeSignInNames } from '../user/sign-in-names.js';
import { lockUser, readUser, removeUser, rootRoleId } from '../user/user-writer.js';
import type {
  CreateServiceAccountDto,
  ServiceAccountResponse,
  UpdateServiceAccountDto,
} from './service-account.dto.js';
import { ServiceAccountReadModel } from './service-account.read-model.js';
import { KIND, ADD } from './service-account.sql.js';

/** Manages service accounts and their tokens. */
@Injectable()
export class ServiceAccountService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: ServiceAccountReadModel,
  ) {}

  /**
   * Creates an account without tokens.
   * @throws NameExistsError when the user name is taken.
   * @throws BadDataError when the role does not exist.
   */
  async create(
    { username, name, rootRole }: CreateServiceAccountDto,
    caller: Caller,
  ): Promise<Json<ServiceAccountResponse>> {
    const id = await this.unitOfWork.run(caller, async (tx) => {
      const [row] = await tx.query(ADD, [username, name, await rootRoleId(rootRole, tx)]);
      if (!row)
        throw new NameExistsError(
          `A user or service account with the user name "${username}" already exists.`,
        );
      await changeSignInNames(row.id, {}, { username }, tx);
      await tx.record({ type: 'service-account-created', data: await readUser(row.id, tx) });
      return row.id;
    });
    return this.reads.get(id);
  }

  /**
   * Changes the given properties.
   * @throws NotFoundError when there is no such account.
   * @throws BadDataError when the role does not exist.
   */
  async update(
    id: number,
    { name, rootRole }: UpdateServiceAccountDto,
    caller: Caller,
  ): Promise<Json<ServiceAccountResponse>> {
    await this.unitOfWork.run(caller, async (tx) => {
      const before = await lockUser(id, tx, KIND);
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(rootRole === undefined ? {} : { rootRoleId: await rootRoleId(rootRole, tx) }),
      };
      if (Object.keys(changes).length > 0) await tx.repo(AppUser).update({ id }, changes);
      const after = await readUser(id, tx);
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      await tx.record({ type: 'service-account-updated', data: after, preData: before });
    });
    return this.reads.get(id);
  }

  /**
   * Deletes an account with its tokens.
   * @throws NotFoundError when there is no such account.
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) =>
      removeUser(await lockUser(id, tx, KIND), tx, KIND),
    );
  }

  /**
   * Creates a token for an account.
   * @returns The token with its secret, which cannot be read again.
   * @throws NotFoundError when there is no such account.
   * @throws NameExistsError when it has a token with this description.
   * @throws BadDataError when the token would be expired.
   * @throws OperationDeniedError when it has 10 tokens.
   */
  async createToken(
    id: number,
    dto: CreatePersonalTokenDto,
    caller: Caller,
  ): Promise<PersonalTokenResponse> {
    requireFuture(dto.expiresAt);
    return this.unitOfWork.run(caller, async (tx) => {
      await lockUser(id, tx, KIND);
      return addPersonalToken(id, dto, tx);
    });
  }

  /**
   * Revokes a token of an account.
   * @throws NotFoundError when there is no such token.
   */
  async deleteToken(id: number, tokenId: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lockUser(id, tx, KIND);
      if (!(await removePersonalToken(tokenId, id, tx)))
        throw new NotFoundError(`The service account has no token with the id ${tokenId}.`);
    });
  }
}
