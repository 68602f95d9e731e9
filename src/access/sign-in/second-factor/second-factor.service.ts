import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import {
  BadDataError,
  InvalidOperationError,
  NotFoundError,
} from '../../../platform/errors/general.errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { lockUser, removeSecondFactors } from '../../people/user/user-writer.js';
import type { AddPasskeyDto } from './second-factor.dto.js';
import { addPasskey, PasskeyChallenges, Passkeys } from './passkeys.js';
import { newRecoveryCodes, SecondFactorProofs } from './second-factor-proofs.js';
import { Totp, type TotpSecret } from './totp.js';
import type { SecondFactorPayload } from '../../../core/event/account-events.js';
import {
  CONFIRM_THIS_SESSION,
  END_SESSIONS,
  HAS_ANY,
  READ_PASSKEY,
  REMOVE_CODES,
  REMOVE_PASSKEY,
  REMOVE_TOTP,
  RENAME_PASSKEY,
} from './second-factor.sql.js';

/** Name of authenticator apps in events and lists. */
const TOTP_NAME = 'authenticator app';

/** Manages the caller's second factors. The route requires a recent confirmation. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly callers: CallerLookup,
    private readonly totp: Totp,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly proofs: SecondFactorProofs,
  ) {}

  /**
   * Creates a secret for an authenticator app.
   * @throws InvalidOperationError when the user already has an app, or there is no key to encrypt
   * the secret with.
   */
  async beginTotp(caller: Caller): Promise<TotpSecret> {
    return this.unitOfWork.run(caller, async (tx) => {
      await lockUser(caller.userId, tx);
      const made = await this.totp.begin(
        caller.userId,
        { issuer: this.passkeys.host, account: caller.name },
        tx,
      );
      if (!made)
        throw new InvalidOperationError(
          'You have an authenticator app already. Remove it first: DELETE ' +
            '/api/admin/user/second-factor/totp.',
        );
      return made;
    });
  }

  /**
   * Activates an authenticator app with its first code.
   * @returns Recovery codes, if it is the first second factor.
   * @throws BadDataError when the code is wrong.
   */
  async confirmTotp(code: string, caller: Caller): Promise<string[]> {
    await this.proofs.admit(caller.userId, caller.address ?? '', { method: 'totp', code });
    const codes = await this.change(caller, async (tx, hadAny) => {
      if (!(await this.totp.accept(caller.userId, code, false, tx))) return undefined;
      return added(caller, { kind: 'totp', name: TOTP_NAME }, hadAny, tx);
    });
    if (codes) {
      await this.proofs.succeeded(caller.userId, caller.address ?? '');
      return codes;
    }
    const message =
      'code is not a current code of the app. Check the clock of the device, or set up the app ' +
      'again.';
    throw new BadDataError(message, [{ message, path: '/body/code' }]);
  }

  /**
   * @throws NotFoundError when there is none.
   * @throws InvalidOperationError when it is the last second factor and one is required.
   */
  async removeTotp(caller: Caller): Promise<void> {
    await this.change(caller, async (tx) => {
      if ((await tx.query(REMOVE_TOTP, [caller.userId])).length === 0)
        throw new NotFoundError('You have no authenticator app.');
      await removed(caller, { kind: 'totp', name: TOTP_NAME }, tx);
    });
  }

  passkeyOptions(caller: Caller): Promise<object> {
    return this.passkeys.registrationOptions(caller.userId, {
      name: caller.name,
      label: this.passkeys.host,
    });
  }

  /**
   * Adds a passkey.
   * @returns Its id, and recovery codes if it is the first second factor.
   * @throws BadDataError when it is invalid.
   * @throws InvalidOperationError when there are too many.
   */
  async addPasskey(
    { name, credential }: AddPasskeyDto,
    caller: Caller,
  ): Promise<{ id: number; recoveryCodes: string[] }> {
    return this.change(caller, async (tx, hadAny) => {
      const id = await addPasskey(
        { userId: caller.userId, name, credential },
        this.passkeys,
        this.challenges,
        tx,
      );
      return {
        id,
        recoveryCodes: await added(caller, { kind: 'passkey', passkey: id, name }, hadAny, tx),
      };
    });
  }

  /** @throws NotFoundError when the caller has no such passkey. */
  async renamePasskey(id: number, name: string, caller: Caller): Promise<void> {
    await this.change(caller, async (tx) => {
      const [before] = await tx.query(READ_PASSKEY, [caller.userId, id]);
      if (!before) throw unknownPasskey(id);
      if (before.name === name) return;
      await tx.query(RENAME_PASSKEY, [caller.userId, id, name]);
      const data = { id: caller.userId, kind: 'passkey', passkey: id } as const;
      await tx.record({
        type: 'user-second-factor-updated',
        data: { ...data, name },
        preData: { ...data, name: before.name },
      });
    });
  }

  /**
   * @throws NotFoundError when there is none.
   * @throws InvalidOperationError when it is the last second factor and one is required.
   */
  async removePasskey(id: number, caller: Caller): Promise<void> {
    await this.change(caller, async (tx) => {
      const [before] = await tx.query(REMOVE_PASSKEY, [caller.userId, id]);
      if (!before) throw unknownPasskey(id);
      await removed(caller, { kind: 'passkey', passkey: id, name: before.name }, tx);
    });
  }

  /**
   * Replaces the recovery codes.
   * @throws InvalidOperationError without a second factor.
   */
  async renewCodes(caller: Caller): Promise<string[]> {
    return this.change(caller, (tx, hasAny) => {
      if (!hasAny)
        throw new InvalidOperationError(
          'Recovery codes replace a second factor: add a second factor first.',
        );
      return newRecoveryCodes(caller.userId, tx);
    });
  }

  private async change<T>(
    caller: Caller,
    work: (tx: Tx, hadAny: boolean) => Promise<T>,
  ): Promise<T> {
    const result = await this.unitOfWork.run(caller, async (tx) => {
      await lockUser(caller.userId, tx);
      return work(tx, await hasAny(caller.userId, tx));
    });
    this.callers.invalidate();
    return result;
  }
}

/** The data of a second factor in events, without its user. */
type FactorInEvent = Omit<SecondFactorPayload, 'id'>;

/**
 * Records a new second factor.
 * @returns Recovery codes, if it is the first one.
 */
async function added(
  { userId, session }: Caller,
  factor: FactorInEvent,
  hadAny: boolean,
  tx: Tx,
): Promise<string[]> {
  await tx.record({ type: 'user-second-factor-added', data: { id: userId, ...factor } });
  if (hadAny) return [];
  await tx.query(CONFIRM_THIS_SESSION, [userId, session?.id ?? null]);
  return newRecoveryCodes(userId, tx);
}

/**
 * Records the removal of a second factor, and removes the recovery codes with the last one.
 * @throws InvalidOperationError when one is required.
 */
async function removed({ userId, session }: Caller, factor: FactorInEvent, tx: Tx): Promise<void> {
  if (!(await hasAny(userId, tx))) {
    if (session?.needsSecondFactor)
      throw new InvalidOperationError(
        'You must have a second factor: add another one before you remove this one.',
      );
    await tx.query(REMOVE_CODES, [userId]);
  }
  await tx.record({ type: 'user-second-factor-removed', preData: { id: userId, ...factor } });
}

async function hasAny(userId: number, tx: Tx): Promise<boolean> {
  const [row] = await tx.query(HAS_ANY, [userId]);
  return row!.hasAny;
}

function unknownPasskey(id: number): NotFoundError {
  return new NotFoundError(`You have no passkey with the id ${id}.`);
}

/** Helps users who lost a second factor. */
@Injectable()
export class UserSecurityService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly callers: CallerLookup,
  ) {}

  /**
   * Removes all second factors of a user and ends all sessions, including those of whoever has the
   * lost device.
   * @throws NotFoundError when there is no such user.
   */
  async reset(userId: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lockUser(userId, tx);
      const removed = await removeSecondFactors(userId, tx);
      await tx.query(END_SESSIONS, [userId]);
      await tx.record({ type: 'user-second-factor-reset', preData: { id: userId, ...removed } });
    });
    this.callers.invalidate();
  }
}
