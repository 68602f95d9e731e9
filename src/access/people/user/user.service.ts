import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { BadDataError, ForbiddenError } from '../../../platform/errors/general.errors.js';
import { AttemptLimit } from '../../../core/auth/limits/attempt-limit.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { requireByHand } from '../directory/managed.js';
import { AccountMails } from '../mail/account-mails.js';
import { removePersonalTokens } from '../personal-token/personal-token-writer.js';
import type { ResetPasswordDto } from '../reset/reset.dto.js';
import { newResetLink, newResetSecret } from '../reset/reset-mails.js';
import { AppUser } from './app-user.entity.js';
import { hashPassword, verifyPassword } from './password.js';
import { PasswordMismatch, PasswordRules } from './password-rules.js';
import {
  addUser,
  endResetLink,
  lockUser,
  readUser,
  removeUser,
  requireIdentified,
  rootRoleId,
  setPassword,
  toEmail,
} from './user-writer.js';
import { changeSignInNames } from './sign-in-names.js';
import type { CreateUserDto, NewPasswordDto, OwnPasswordDto, UpdateUserDto } from './user.dto.js';
import { unknownUser } from './user.read-model.js';
import type { ChangedUserResponse, CreatedUserResponse } from './user.response.js';
import {
  READ_USER_AND_ROLE,
  LOCK_INACTIVE,
  PASSWORD_OF,
  LOCK_UNCHANGED_PASSWORD,
  LOCK_BY_ANY_NAME,
} from './user.sql.js';

/**
 * How often a user may try to change their password per minute, so that nobody guesses it through
 * an open session.
 */
const OWN_PASSWORDS_PER_MINUTE = 5;

/**
 * Manages users. Changes of permissions are effective at once on this instance, and within a second
 * on others.
 */
@Injectable()
export class UserService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly attempts: AttemptLimit,
    private readonly mails: AccountMails,
    private readonly rules: PasswordRules,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Creates a user with a one-time link for setting a password, which is also sent by mail unless
   * disabled.
   * @throws BadDataError when user name or e-mail address is taken or both are missing, or the role
   * does not exist.
   * @throws OwaspValidationError when a given password is too weak.
   * @throws TooManyRequestsError when too many users are created.
   */
  async create(
    { password, rootRole, username, email, name, sendEmail = true }: CreateUserDto,
    caller: Caller,
    address: string,
  ): Promise<CreatedUserResponse> {
    await this.attempts.require('new user', address, this.config.limits.newUsersPerMinute);
    if (password !== undefined) this.rules.require(password, { name, username, email });
    const passwordHash = password === undefined ? null : await hashPassword(password);
    const created = await this.unitOfWork.run(caller, async (tx) => {
      const id = await addUser(
        { name, username, email, rootRoleId: await rootRoleId(rootRole, tx), passwordHash },
        tx,
      );
      const secret = await newResetSecret(id, tx);
      const [row] = await tx.query(READ_USER_AND_ROLE, [id]);
      return { ...row!.user, inviteLink: `${this.config.publicUrl}/new-user?token=${secret}` };
    });
    return {
      ...created,
      rootRole: asNamed(rootRole),
      emailSent: sendEmail && (await this.mails.invite(created, created.inviteLink, caller.userId)),
    };
  }

  /**
   * Changes the given properties. A new e-mail address invalidates the one-time link of the user,
   * because somebody else may read the old one.
   * @throws NotFoundError when the user does not exist.
   * @throws BadDataError when the e-mail address is taken, would leave the user without any name to
   * sign in with, or the role does not exist.
   * @throws InvalidOperationError when the directory manages the names of the user.
   */
  async update(id: number, dto: UpdateUserDto, caller: Caller): Promise<ChangedUserResponse> {
    await this.unitOfWork.run(caller, async (tx) => {
      const before = await lockUser(id, tx);
      const changes = {
        ...(dto.name === undefined ? {} : { name: dto.name || null }),
        ...(dto.email === undefined ? {} : { email: toEmail(dto.email) }),
        ...(dto.rootRole === undefined ? {} : { rootRoleId: await rootRoleId(dto.rootRole, tx) }),
      };
      if (Object.keys(changes).length > 0) await tx.repo(AppUser).update({ id }, changes);
      const after = await readUser(id, tx);
      if (after.name !== before.name || after.email !== before.email)
        await requireByHand('user', id, tx);
      requireIdentified(after);
      await changeSignInNames(id, before, after, tx);
      if (before.email && after.email !== before.email) await endResetLink(id, tx);
      if (JSON.stringify(after) !== JSON.stringify(before))
        await tx.record({ type: 'user-updated', data: after, preData: before });
    });
    this.callers.invalidate();
    const [row] = await this.database.run(READ_USER_AND_ROLE, [id]);
    if (!row) throw unknownUser(id);
    return dto.rootRole === undefined ? row.user : { ...row.user, rootRole: asNamed(dto.rootRole) };
  }

  /**
   * Deletes a user; sessions and tokens end.
   * @throws NotFoundError when the user does not exist.
   * @throws InvalidOperationError when the directory manages the user.
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const user = await lockUser(id, tx);
      await requireByHand('user', id, tx);
      await removeUser(user, tx);
    });
    this.callers.invalidate();
  }

  /** Deletes the users that are still inactive. */
  async deleteInactive(ids: number[], caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const within = ids.filter((id) => Math.abs(id) <= 2_147_483_647);
      for (const { id } of await tx.query(LOCK_INACTIVE, [within]))
        await removeUser(await readUser(id, tx), tx);
    });
    this.callers.invalidate();
  }

  /**
   * Sets the password of a user, ends all sessions and, on request, revokes the personal tokens.
   * @throws OwaspValidationError when the password is too weak.
   * @throws NotFoundError when the user does not exist.
   */
  async changePassword(
    id: number,
    { password, revokeTokens }: NewPasswordDto,
    caller: Caller,
  ): Promise<void> {
    const [owner] = await this.database.run(PASSWORD_OF, [id]);
    this.rules.require(password, owner);
    if (!owner) throw unknownUser(id);
    const passwordHash = await hashPassword(password);
    const user = await this.unitOfWork.run(caller, async (tx) => {
      const locked = await lockUser(id, tx);
      await setPassword(id, passwordHash, 'administrator', tx);
      if (revokeTokens) await removePersonalTokens(id, tx);
      return locked;
    });
    this.callers.invalidate();
    this.mails.notifyOfChange(user);
  }

  /**
   * Changes the caller's password and ends all of their sessions, including the current one.
   * @throws PasswordMismatch when the current password is wrong.
   * @throws BadDataError when the repetition differs.
   * @throws OwaspValidationError when the new password is too weak.
   * @throws ForbiddenError when the caller is not a user with a password.
   * @throws TooManyRequestsError after too many attempts.
   */
  async changeOwnPassword(
    { password, oldPassword, confirmPassword, revokeTokens }: OwnPasswordDto,
    caller: Caller,
  ): Promise<void> {
    if (caller.kind !== 'user')
      throw new ForbiddenError(
        'An admin token has no password: sign in as the user whose password should change.',
      );
    await this.attempts.require('own password', String(caller.userId), OWN_PASSWORDS_PER_MINUTE);
    if (password !== confirmPassword)
      throw new BadDataError('confirmPassword must be the same as password.');
    const [row] = await this.database.run(PASSWORD_OF, [caller.userId]);
    this.rules.require(password, row);
    const hash = row?.hash;
    if (!hash || !(await verifyPassword(oldPassword, hash)))
      throw new PasswordMismatch('oldPassword is not the password of the user.');
    const passwordHash = await hashPassword(password);
    const user = await this.unitOfWork.run(caller, async (tx) => {
      const [same] = await tx.query(LOCK_UNCHANGED_PASSWORD, [caller.userId, hash]);
      if (!same) throw new BadDataError('oldPassword is no longer the password of the user.');
      await setPassword(caller.userId, passwordHash, 'user', tx);
      if (revokeTokens) await removePersonalTokens(caller.userId, tx);
      return same;
    });
    this.callers.invalidate();
    this.mails.notifyOfChange(user);
  }

  /**
   * Creates a link for setting a new password and sends it to the user; revokes the personal tokens
   * on request.
   * @throws NotFoundError when the user does not exist.
   */
  async resetLink(
    { id: nameOrId, revokeTokens }: ResetPasswordDto,
    caller: Caller,
  ): Promise<{ resetPasswordUrl: string }> {
    const { user, link } = await this.unitOfWork.run(caller, async (tx) => {
      const [found] = await tx.query(LOCK_BY_ANY_NAME, [nameOrId, toEmail(nameOrId)]);
      if (!found) throw unknownUser(nameOrId);
      if (revokeTokens) await removePersonalTokens(found.id, tx);
      return { user: found, link: await newResetLink(found.id, this.config.publicUrl, tx) };
    });
    if (revokeTokens) this.callers.invalidate();
    this.mails.sendLink(user, link);
    return { resetPasswordUrl: link };
  }
}

/** A role as a request named it; its id as a number in any case. */
function asNamed(role: number | string): number | string {
  return typeof role === 'string' && /^\d+$/.test(role) ? Number(role) : role;
}
