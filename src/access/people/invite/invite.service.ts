import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { AttemptLimit } from '../../../core/auth/limits/attempt-limit.js';
import { SYSTEM } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import { PasswordRules } from '../user/password-rules.js';
import { hashPassword } from '../user/password.js';
import { addUser, rootRoleId } from '../user/user-writer.js';
import type { UserAndRoleResponse } from '../user/user.response.js';
import type {
  CreateInviteDto,
  InviteResponse,
  InvitesResponse,
  SignUpDto,
  UpdateInviteDto,
} from './invite.dto.js';
import {
  ADD,
  ADD_INVITED_USER,
  CHANGE,
  END_INVITATION,
  FIND,
  LIST,
  LOCK,
  LOCK_BY_SECRET,
  READ,
  READ_USER_AND_ROLE,
  WORKS,
} from './invite.sql.js';

/**
 * Marks the e-mail address of a user who signed up through an invite link as verified.
 * @returns Whether it was unverified before.
 */
export async function vouchForInvited(userId: number, tx: Tx): Promise<boolean> {
  return (await tx.query(END_INVITATION, [userId])).length > 0;
}

/** The role of new users; administrators can change it afterwards. */
const ROLE = 'Viewer';

/** Manages invite links and signs people up through them. */
@Injectable()
export class InviteService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly attempts: AttemptLimit,
    private readonly rules: PasswordRules,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(): Promise<Json<InvitesResponse>> {
    const [row] = await this.database.run(LIST, [this.config.publicUrl]);
    return row!.json;
  }

  /** @throws NotFoundError when it does not exist. */
  async get(idOrSecret: string): Promise<Json<InviteResponse>> {
    const [found] = await this.database.run(FIND, [idOrSecret, hashOf(idOrSecret)]);
    if (!found) throw unknown();
    return this.read(found.id);
  }

  /**
   * Creates a link.
   * @returns The link with its secret, which cannot be read again.
   */
  async create({ name, expiresAt }: CreateInviteDto, caller: Caller): Promise<InviteResponse> {
    const secret = randomBytes(16).toString('hex');
    const id = await this.unitOfWork.run(caller, async (tx) => {
      const role = await rootRoleId(ROLE, tx);
      const [row] = await tx.query(ADD, [
        hashOf(secret),
        name,
        role,
        caller.name,
        new Date(expiresAt),
      ]);
      await tx.record({ type: 'public-signup-token-created', data: row!.invite });
      return row!.id;
    });
    const invite = JSON.parse(await this.read(id)) as InviteResponse;
    return { ...invite, secret, url: `${this.config.publicUrl}/new-user?invite=${secret}` };
  }

  /**
   * Changes a link.
   * @throws NotFoundError when it does not exist.
   * @throws BadDataError when the body changes nothing.
   */
  async update(
    idOrSecret: string,
    { enabled, expiresAt }: UpdateInviteDto,
    caller: Caller,
  ): Promise<Json<InviteResponse>> {
    if (enabled === undefined && expiresAt === undefined)
      throw new BadDataError('Name enabled or expiresAt, or both.');
    const id = await this.unitOfWork.run(caller, async (tx) => {
      const [before] = await tx.query(LOCK, [idOrSecret, hashOf(idOrSecret)]);
      if (!before) throw unknown();
      const [after] = await tx.query(CHANGE, [
        before.id,
        enabled ?? null,
        expiresAt === undefined ? null : new Date(expiresAt),
      ]);
      const isChanged = JSON.stringify(after!.invite) !== JSON.stringify(before.invite);
      if (isChanged) await tx.record({ type: 'public-signup-token-updated', data: after!.invite });
      return before.id;
    });
    return this.read(id);
  }

  /**
   * Checks that a link is valid.
   * @throws BadDataError when it is not.
   */
  async requireWorking(secret: string): Promise<void> {
    const [row] = await this.database.run(WORKS, [hashOf(secret)]);
    if (!row) throw useless();
  }

  /**
   * Creates a user through an invite link.
   * @throws OwaspValidationError when the password is too weak.
   * @throws TooManyRequestsError when too many people sign up.
   * @throws BadDataError when the link is invalid, or the e-mail address or user name is taken.
   */
  async signUp(
    secret: string,
    { password, ...names }: SignUpDto,
    address: string,
  ): Promise<UserAndRoleResponse> {
    // Invalid links are refused before the password is hashed and without counting an attempt.
    await this.requireWorking(secret);
    await this.attempts.require('sign-up', address, this.config.limits.newUsersPerMinute);
    this.rules.require(password, names);
    const passwordHash = await hashPassword(password);
    return this.unitOfWork.run({ ...SYSTEM, address }, async (tx) => {
      const [link] = await tx.query(LOCK_BY_SECRET, [hashOf(secret)]);
      if (!link) throw useless();
      const id = await addUser({ ...names, rootRoleId: link.rootRoleId, passwordHash }, tx);
      await tx.query(ADD_INVITED_USER, [id, link.id]);
      await tx.record({
        type: 'public-signup-token-user-added',
        data: { name: link.name, userId: id },
      });
      return readSignedUp(id, tx);
    });
  }

  private async read(id: string): Promise<Json<InviteResponse>> {
    const [row] = await this.database.run(READ, [this.config.publicUrl, id]);
    if (!row) throw unknown();
    return row.json;
  }
}

async function readSignedUp(id: number, tx: Tx): Promise<UserAndRoleResponse> {
  const [row] = await tx.query(READ_USER_AND_ROLE, [id]);
  return row!.user;
}

function unknown(): NotFoundError {
  return new NotFoundError('There is no such invite link.');
}

function useless(): BadDataError {
  return new BadDataError(
    'The invite link is unknown, disabled or expired. Ask an administrator for a new one.',
  );
}
