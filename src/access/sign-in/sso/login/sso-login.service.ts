import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../../platform/config/config.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import { type Actor, SYSTEM } from '../../../../core/event/actor.js';
import { UnitOfWork } from '../../../../core/event/unit-of-work.js';
import { AttemptLimit } from '../../../../core/auth/limits/attempt-limit.js';
import { LoginThrottle } from '../../../../core/auth/limits/login-throttle.js';
import { PendingSignIns } from '../../session/pending-sign-ins.js';
import { SessionOpener } from '../../session/session-opener.js';
import { admit } from './admission.js';
import type { Identity, Protocol } from '../identity/identity.js';
import { noLoginCookies } from './login-cookie.js';
import { SsoRefusal } from './sso-refusal.js';
import type { SsoSettings } from '../settings/sso-settings.dto.js';

/** Name of the counter for refusals. */
const REFUSAL = 'single sign-on';
/** Name of the counter for provider responses before verification. */
const ANSWER = 'single sign-on answer';

/** An unknown actor. */
const UNKNOWN: Actor = { userId: SYSTEM.userId, name: 'unknown' };

/** The origin and protocol of a login. */
interface LoginContext {
  protocol: Protocol;
  address: string;
  userAgent?: string | undefined;
  /** The `Cookie` header of the browser. */
  cookie?: string | undefined;
  /** The page of the console that the person wanted, as checked; the start page by default. */
  wanted?: string | undefined;
}

/** A counted login attempt. */
interface LoginAttempt {
  /** Undoes the count after a success. */
  succeeded(): Promise<void>;
}

/** Signs in users whom an identity provider has authenticated. */
@Injectable()
export class SsoLoginService {
  private readonly log = new Logger(SsoLoginService.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: AttemptLimit,
    private readonly throttle: LoginThrottle,
    private readonly sessions: SessionOpener,
    private readonly pendings: PendingSignIns,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Opens a session, and creates the user if the settings allow it. Users who need a second factor
   * here continue with that.
   * @returns Headers with the session or pending sign-in, and a redirect to the wanted page.
   * @throws SsoRefusal when the person may not sign in.
   */
  async signIn(
    identity: Identity,
    settings: SsoSettings,
    context: LoginContext,
  ): Promise<Record<string, string | string[]>> {
    const { protocol, address, userAgent, cookie, wanted = '/' } = context;
    const user = await this.unitOfWork.run({ ...SYSTEM, address }, (tx) =>
      admit(identity, settings, tx),
    );
    const { secureCookies, basePath } = this.config;
    const session = await this.unitOfWork.run(
      { userId: user.id, name: user.name, address },
      async (tx) => {
        const login = { authType: protocol, address, userAgent, cookie, signOut: identity.signOut };
        await tx.lock({ users: { noKeyUpdate: [user.id] } });
        const opened =
          (await this.pendings.begin(user.id, login, tx)) ??
          (await this.sessions.open(user.id, login, tx));
        if (!opened) throw new SsoRefusal('deleted-user', { userId: user.id, name: user.name });
        return opened;
      },
    );
    return {
      'Set-Cookie': [session.cookie, ...noLoginCookies(secureCookies)],
      'Cache-Control': 'no-store',
      Location: basePath + wanted,
    };
  }

  /**
   * Runs a step of a login and records a refusal.
   * @throws TooManyRequestsError after too many refusals for one address.
   */
  async recorded<T>(context: LoginContext, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof SsoRefusal) await this.record(error, context);
      throw error;
    }
  }

  /**
   * Counts an attempt before its content is processed; {@link LoginAttempt.succeeded} undoes it.
   * @throws TooManyRequestsError after too many attempts.
   */
  async attempt(address: string): Promise<LoginAttempt> {
    return { succeeded: await this.throttle.admitUnnamed(ANSWER, address) };
  }

  /** Refusals are limited, because anybody can cause them and they fill the audit log. */
  private async record(
    { reason, actor, eventData }: SsoRefusal,
    { protocol, address }: LoginContext,
  ): Promise<void> {
    if (reason === 'not-enabled') return;
    await this.attempts.require(REFUSAL, address, this.config.limits.loginsPerMinute);
    this.log.warn({ protocol, reason }, 'A single sign-on login was refused.');
    await this.unitOfWork.run({ ...(actor ?? UNKNOWN), address }, (tx) =>
      tx.record({
        type: 'user-login-failed',
        data: { authType: protocol, failureReason: reason, ...eventData },
      }),
    );
  }
}
