import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { NOBODY } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { SecondFactorMismatch } from '../session/sign-in.errors.js';
import { LoginThrottle } from '../../../core/auth/limits/login-throttle.js';
import { LoginFailures } from '../session/login-failures.js';
import { type Browser, type OpenedSession, SessionOpener } from '../session/session-opener.js';
import { SimpleSettingsService } from '../sso/simple/simple-settings.service.js';
import type { PasskeyAssertionDto } from './second-factor.dto.js';
import { Passkeys } from './passkeys.js';
import { type Pending, pendingSecretOf, PendingSignIns } from '../session/pending-sign-ins.js';
import { type Proof, SecondFactorProofs } from './second-factor-proofs.js';
import { LOCK_USER } from './second-factor.sql.js';

/** Signs users in by their second factor, or by a passkey only. */
@Injectable()
export class SecondStepService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly pendings: PendingSignIns,
    private readonly proofs: SecondFactorProofs,
    private readonly passkeys: Passkeys,
    private readonly sessions: SessionOpener,
    private readonly failures: LoginFailures,
    private readonly throttle: LoginThrottle,
    private readonly passwords: SimpleSettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Creates a challenge for a pending sign-in.
   * @throws SecondFactorMismatch when none is pending.
   */
  async passkeyOptions(browser: Browser): Promise<object> {
    const { pending } = await this.waiting(browser);
    return this.passkeys.proofOptions(pending.userId);
  }

  /**
   * Opens the session of a pending sign-in.
   * @throws SecondFactorMismatch when the proof is wrong.
   * @throws TooManyRequestsError after too many attempts.
   */
  async finish(proof: Proof, browser: Browser): Promise<OpenedSession> {
    const { secret, pending } = await this.waiting(browser);
    const { userId, name } = pending;
    const address = browser.address ?? '';
    await this.proofs.admit(userId, address, proof);
    const opened = await this.unitOfWork.run({ userId, name, address }, async (tx) => {
      await tx.query(LOCK_USER, [userId]);
      if (!(await this.proofs.accept(userId, proof, tx))) return undefined;
      if (!(await this.pendings.useUp(secret, tx))) throw noneWaits();
      return this.open(pending, proof, browser, tx);
    });
    if (opened) {
      await this.proofs.succeeded(userId, address);
      return opened;
    }
    await this.pendings.fail(secret);
    this.failures.note(
      { id: userId, name },
      pending.authType,
      'The second factor was wrong.',
      address,
    );
    throw new SecondFactorMismatch('The second factor is wrong or was already used.');
  }

  /**
   * Creates a challenge for signing in with a passkey only.
   * @throws DisabledError when passkey sign-in is disabled.
   * @throws TooManyRequestsError when the address makes too many requests.
   */
  async signInOptions(address: string): Promise<object> {
    await this.passwords.requireEnabled();
    await this.throttle.admitUnnamed('passkey options', address);
    return this.passkeys.proofOptions(null);
  }

  /**
   * Opens a session with a passkey that verified the user by PIN or biometrics.
   * @throws SecondFactorMismatch when the proof is wrong.
   */
  async signIn(credential: PasskeyAssertionDto, browser: Browser): Promise<OpenedSession> {
    await this.passwords.requireEnabled();
    const address = browser.address ?? '';
    // Attempts count per passkey, so that others who share the address are not locked out.
    const account = `passkey ${credential.id}`;
    await this.throttle.admit(address, account);
    const login = { ...browser, authType: 'passkey', secondFactor: 'passkey' } as const;
    const opened = await this.unitOfWork.run({ ...NOBODY, address }, async (tx) => {
      const proof = await this.passkeys.verify(credential, null, tx);
      return proof && this.sessions.open(proof.userId, login, tx);
    });
    if (opened) {
      await this.throttle.succeeded(address, account);
      return opened;
    }
    this.throttle.failed(address, account);
    this.failures.note(
      undefined,
      'passkey',
      'The passkey is unknown, or its signature was wrong.',
      address,
    );
    throw new SecondFactorMismatch(
      'The passkey is unknown, or its challenge has expired. Start again.',
    );
  }

  private async open(
    { userId, authType, signOut }: Pending,
    { method }: Proof,
    browser: Browser,
    tx: Tx,
  ): Promise<OpenedSession> {
    const login = { ...browser, authType, secondFactor: method, ...(signOut ? { signOut } : {}) };
    const opened = await this.sessions.open(userId, login, tx);
    if (!opened) throw noneWaits();
    return opened;
  }

  private async waiting({ cookie }: Browser): Promise<{ secret: string; pending: Pending }> {
    const secret = pendingSecretOf(cookie, this.config.secureCookies);
    const pending = secret ? await this.pendings.find(secret) : undefined;
    if (!secret || !pending) throw noneWaits();
    return { secret, pending };
  }
}

function noneWaits(): SecondFactorMismatch {
  return new SecondFactorMismatch(
    'No sign-in of this browser is waiting for a second factor. Sign in again with POST ' +
      '/auth/simple/login.',
  );
}
