import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Database } from '../../database/database.js';
import { NOBODY } from '../../event/actor.js';
import { replacePasswordHash } from '../../people/user/user-sign-in.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { PasswordMismatch, SecondFactorRequired } from '../session/sign-in.errors.js';
import { LoginThrottle } from '../../auth/limits/login-throttle.js';
import { CallerLookup } from '../../auth/caller-lookup.js';
import { hashOf } from '../../auth/caller/secret-hash.js';
import { noPendingCookies } from '../session/pending-cookie.js';
import { PendingSignIns, type SecondStep } from '../session/pending-sign-ins.js';
import { SignOutService } from '../sso/sign-out.service.js';
import { SimpleSettingsService } from '../sso/simple/simple-settings.service.js';
import { betterHash, hashPassword, verifyPassword } from '../../people/user/password.js';
import { toEmail } from '../../people/user/user-writer.js';
import { type Account, LoginFailures } from '../session/login-failures.js';
import type { LoginDto } from './session.dto.js';
import { noSessionCookies, sessionSecretOf } from '../../auth/session/session-cookie.js';
import { type Browser, type OpenedSession, SessionOpener } from '../session/session-opener.js';

/**
 * While there are hashes of two kinds: how long a login that fails takes at least, so that the time
 * does not tell whose is of which kind, or is none.
 */
const FAILURE_MS = 600;
/** What events call a login by a password. */
const BY_PASSWORD = 'simple';

/**
 * $1 what was typed, $2 the same as e-mail addresses are kept. Two, when the user name of one is
 * the address of another, whom it must not keep out.
 */
const CANDIDATES = {
  name: 'session-candidates',
  text: /* sql */ `
    SELECT id, COALESCE(email, username, name) AS name, password_hash AS "passwordHash" FROM app_user
     WHERE (username = $1 OR lower(email) = $2) AND kind = 'user' AND deleted_at IS NULL
     ORDER BY lower(email) = $2 DESC NULLS LAST`,
};

const HAS_BCRYPT = {
  name: 'session-has-bcrypt',
  text: "SELECT EXISTS (SELECT FROM app_user WHERE password_hash LIKE '$2%' AND deleted_at IS NULL) AS some",
};

/**
 * The session opens only while the password is still the one that was verified: changing it ends
 * sessions, one that opens meanwhile too.
 */
const HOLD_PASSWORD =
  'SELECT FROM app_user WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL FOR NO KEY UPDATE /* locks users */';

/**
 * Ends all sessions of the user whose one of them is, and all sign-ins that wait for a second
 * factor. Answers whose they were.
 */
const END_ALL = /* sql */ `
  WITH whose AS (
    SELECT u.id, COALESCE(u.email, u.username, u.name) AS name FROM session s JOIN app_user u ON u.id = s.user_id
     WHERE s.secret_hash = $1 AND s.expires_at > now()
  ), ended AS (
    DELETE FROM session WHERE user_id = (SELECT id FROM whose)
  ), pending AS (
    DELETE FROM pending_sign_in WHERE user_id = (SELECT id FROM whose)
  )
  SELECT id, name FROM whose`;

interface Candidate extends Account {
  passwordHash: string | null;
}

/** Signs people in and out. */
@Injectable()
export class SessionService implements OnModuleInit {
  /** The hash of a password that nobody has. */
  private nobodys: string;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly callers: CallerLookup,
    private readonly throttle: LoginThrottle,
    private readonly passwords: SimpleSettingsService,
    private readonly elsewhere: SignOutService,
    private readonly failures: LoginFailures,
    private readonly opener: SessionOpener,
    private readonly pendings: PendingSignIns,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    this.nobodys = await hashPassword(randomBytes(16).toString('hex'));
  }

  /**
   * Opens a session for who knows the password. Whether it was the user name or the password that
   * was wrong can be seen neither from the answer nor from the time it takes. Failures are counted
   * and recorded, but never lock the account: whoever can guess could then lock anybody out.
   * @throws DisabledError when passwords are no good here. @throws TooManyRequestsError when too
   * many attempts come from the address.
   * @throws PasswordMismatch when there is no such user or the password is wrong. @throws
   * SecondFactorRequired of who has one.
   */
  async signIn({ username, password }: LoginDto, browser: Browser): Promise<OpenedSession> {
    const address = browser.address ?? '';
    await this.passwords.requireEnabled();
    await this.throttle.admit(address, username);
    const longEnough = sleep(FAILURE_MS, undefined, { ref: false });
    const { candidates, opened } = await this.tryPassword(username, password, browser);
    if (!opened) {
      this.throttle.failed(address, username);
      for (const one of candidates) this.failures.note(one, BY_PASSWORD, reasonOf(one), address);
      const [bcrypt] = await this.database.run<{ some: boolean }>(HAS_BCRYPT);
      if (bcrypt!.some) await longEnough;
      throw new PasswordMismatch('The user name or the password is wrong.');
    }
    await this.throttle.succeeded(address, username);
    if ('methods' in opened) throw new SecondFactorRequired(opened.methods, opened.cookie);
    return opened;
  }

  /**
   * Ends all sessions of the user whose session a `Cookie` header carries. @returns The headers
   * that make the browser forget it, and lead it to the start page, or to the identity provider
   * first where the user signs out there too.
   */
  async signOut(
    cookieHeader: string | undefined,
    address: string,
  ): Promise<Record<string, string | string[]>> {
    const secret = sessionSecretOf(cookieHeader, this.config.secureCookies);
    const away = secret ? await this.elsewhere.prepare(hashOf(secret)) : undefined;
    if (secret) await this.endAll(secret, address);
    return {
      'Set-Cookie': [
        ...noSessionCookies(this.config.secureCookies),
        ...noPendingCookies(this.config.secureCookies),
      ],
      'Clear-Site-Data': '"cookies", "storage"',
      Location: (await away?.()) ?? `${this.config.basePath}/`,
    };
  }

  /**
   * `candidates`: whose password it could have been; `undefined` alone where it could have been
   * nobody's.
   */
  private async tryPassword(
    username: string,
    password: string,
    browser: Browser,
  ): Promise<{ candidates: (Candidate | undefined)[]; opened?: OpenedSession | SecondStep }> {
    for (let isFirst = true; ; isFirst = false) {
      const found = await this.database.run<Candidate & object>(CANDIDATES, [
        username,
        toEmail(username),
      ]);
      const candidates = found.length > 0 ? found : [undefined];
      const owner = await this.whoHas(password, candidates);
      if (!owner) return { candidates };
      const better = await betterHash(password, owner.passwordHash);
      const opened = await this.openByPassword(
        owner,
        { kept: owner.passwordHash, better },
        browser,
      );
      // the same user, who signs in twice at once, may have got a better hash meanwhile
      if (opened || !better || !isFirst) return { candidates, opened };
    }
  }

  /**
   * Whose password it is. Takes the same time for who has none, and for nobody, as for one user.
   */
  private async whoHas(
    password: string,
    candidates: readonly (Candidate | undefined)[],
  ): Promise<(Candidate & { passwordHash: string }) | undefined> {
    for (const candidate of candidates) {
      const kept = candidate?.passwordHash ?? this.nobodys;
      if ((await verifyPassword(password, kept)) && candidate?.passwordHash === kept)
        return { ...candidate, passwordHash: kept };
    }
    return undefined;
  }

  private openByPassword(
    { id, name }: Account,
    { kept, better }: { kept: string; better?: string },
    browser: Browser,
  ): Promise<OpenedSession | SecondStep | undefined> {
    return this.unitOfWork.run({ userId: id, name, address: browser.address ?? '' }, async (tx) => {
      const [same] = await tx.query(HOLD_PASSWORD, [id, kept]);
      if (!same) return undefined;
      if (better) await replacePasswordHash(id, better, tx);
      const login = { ...browser, authType: BY_PASSWORD };
      return (await this.pendings.begin(id, login, tx)) ?? this.opener.open(id, login, tx);
    });
  }

  private async endAll(secret: string, address: string): Promise<void> {
    await this.unitOfWork.run({ ...NOBODY, address }, async (tx) => {
      const [user] = await tx.query<Account & object>(END_ALL, [hashOf(secret)]);
      if (!user) return;
      const actor = { userId: user.id, name: user.name, address };
      await tx.recordEntries([
        { actor, event: { type: 'user-logged-out', data: { id: user.id } } },
      ]);
    });
    this.callers.invalidate();
  }
}

/** For administrators alone, who read it in the log: the one who tried is not told. */
function reasonOf(candidate: Candidate | undefined): string {
  if (!candidate) return 'There is no such user.';
  return candidate.passwordHash === null ? 'The user has no password.' : 'The password was wrong.';
}
