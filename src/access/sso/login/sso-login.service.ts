import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../config/config.js';
import { CONFIG } from '../../../config/config.module.js';
import { type Actor, SYSTEM } from '../../../event/actor.js';
import type { Tx } from '../../../event/tx.js';
import { UnitOfWork } from '../../../event/unit-of-work.js';
import { AttemptLimit } from '../../attempt/attempt-limit.js';
import { PendingSignIns } from '../../second-factor/pending-sign-in.js';
import { SessionOpener } from '../../session/session-opener.js';
import { removePersonalTokens } from '../../personal-token/personal-token-writer.js';
import { addUser, setPassword } from '../../user/user-writer.js';
import { syncGroups } from './group-sync.js';
import type { Identity, Protocol } from './identity.js';
import { noLoginCookie } from './login-cookie.js';
import { SsoRefusal } from './sso-refusal.js';
import { domainsIn, type SsoSettings } from '../settings/sso-settings.js';

/** Whoever has an e-mail address $1. Whose index is that of those who are there, so those who were deleted are looked for only when that was in vain. */
const byEmail = (there: 'IS NULL' | 'IS NOT NULL'): string => /* sql */ `
  SELECT u.id, COALESCE(u.email, u.username, u.name) AS name, u.kind, u.deleted_at IS NOT NULL AS "isDeleted"
    FROM app_user u WHERE lower(u.email) = $1 AND u.deleted_at ${there} LIMIT 1 FOR NO KEY UPDATE`;
/** Whom two logins at once would both create is created by the first, and found by the second. */
const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtextextended('single sign-on ' || $1, 0))";

/** Nobody whom we know. */
const UNKNOWN: Actor = { userId: SYSTEM.userId, name: 'unknown' };

interface Found {
  id: number;
  name: string;
  kind: 'user' | 'service-account' | 'system';
  isDeleted: boolean;
}

/** Where a login comes from, and by which protocol. */
export interface LoginContext {
  protocol: Protocol;
  address: string;
  userAgent?: string | undefined;
  /** The `Cookie` header of the browser that is let in. */
  cookie?: string | undefined;
}

/** Lets people in whom an identity provider has vouched for. */
@Injectable()
export class SsoLoginService {
  private readonly log = new Logger(SsoLoginService.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: AttemptLimit,
    private readonly sessions: SessionOpener,
    private readonly pendings: PendingSignIns,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Opens a session for a person, who is created before where the settings say so; of who has to give a second factor here too, that is wanted first.
   * @returns The headers that hand over the session, or what the second step needs, and lead to the start page.
   * @throws SsoRefusal when the person may not come in.
   */
  async signIn(identity: Identity, settings: SsoSettings, context: LoginContext): Promise<Record<string, string | string[]>> {
    const { protocol, address, userAgent, cookie } = context;
    const user = await this.unitOfWork.run({ ...SYSTEM, address }, (tx) => admit(identity, settings, tx));
    const { secureCookies, basePath } = this.config;
    const session = await this.unitOfWork.run({ userId: user.id, name: user.name, address }, async (tx) => {
      const login = { authType: protocol, address, userAgent, cookie, signOut: identity.signOut };
      await tx.query('SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [user.id]);
      const opened = (await this.pendings.begin(user.id, login, tx)) ?? (await this.sessions.open(user.id, login, tx));
      if (!opened) throw new SsoRefusal('deleted-user', { userId: user.id, name: user.name });
      return opened;
    });
    return { 'Set-Cookie': [session.cookie, noLoginCookie(secureCookies)], 'Cache-Control': 'no-store', Location: `${basePath}/` };
  }

  /** Carries out a step of a login; when it is refused, that is recorded. @throws TooManyRequestsError after too many refusals to one address. */
  async recorded<T>({ protocol, address }: LoginContext, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof SsoRefusal) await this.record(error, protocol, address);
      throw error;
    }
  }

  /** Refusals are limited so that nobody fills the audit log who needs nothing for it but a browser. */
  private async record({ reason, actor }: SsoRefusal, protocol: Protocol, address: string): Promise<void> {
    if (reason === 'not-enabled') return;
    await this.attempts.require('single sign-on', address, this.config.limits.loginsPerMinute);
    this.log.warn({ protocol, reason }, 'A login by single sign-on was refused.');
    await this.unitOfWork.run({ ...(actor ?? UNKNOWN), address }, (tx) =>
      tx.record({ type: 'user-login-failed', data: { authType: protocol, failureReason: reason } }),
    );
  }
}

/** The user that a person is here. @throws SsoRefusal */
async function admit(identity: Identity, settings: SsoSettings, tx: Tx): Promise<{ id: number; name: string }> {
  const domains = domainsIn(settings.emailDomains);
  if (domains.length > 0 && !domains.includes(identity.email.split('@')[1]!)) throw new SsoRefusal('email-domain');
  if (settings.autoCreate) await tx.query(ONE_AT_A_TIME, [identity.email]);
  const found = await find(identity.email, tx);
  if (found) {
    requirePresent(found);
    await endWhatWasNotVouchedFor(found.id, tx);
  } else if (!settings.autoCreate) throw new SsoRefusal('unknown-user');
  const user = found ?? (await create(identity, settings, tx));
  if (identity.groups) await syncGroups(user.id, identity.groups, tx);
  return user;
}

async function find(email: string, tx: Tx): Promise<Found | undefined> {
  const [present] = await tx.query<Found>(byEmail('IS NULL'), [email]);
  return present ?? (await tx.query<Found>(byEmail('IS NOT NULL'), [email]))[0];
}

function requirePresent({ id, name, kind, isDeleted }: Found): void {
  if (kind !== 'user') throw new SsoRefusal('not-a-person', { userId: id, name });
  if (isDeleted) throw new SsoRefusal('deleted-user', { userId: id, name });
}

/**
 * Whoever signs up by a link names an address that nobody checks, and it may be that of somebody else. The first time that a provider vouches for it, all
 * ends by which another than its owner could get in.
 */
async function endWhatWasNotVouchedFor(userId: number, tx: Tx): Promise<void> {
  const isNew = 'UPDATE invited_user SET vouched_at = now() WHERE user_id = $1 AND vouched_at IS NULL RETURNING 1';
  if ((await tx.query(isNew, [userId])).length === 0) return;
  await setPassword(userId, null, 'single-sign-on', tx);
  await removePersonalTokens(userId, tx);
}

async function create({ email, name }: Identity, { defaultRootRoleId }: SsoSettings, tx: Tx): Promise<{ id: number; name: string }> {
  const [role] = await tx.query('SELECT FROM role WHERE id = $1', [defaultRootRoleId]);
  if (!role) throw new SsoRefusal('not-usable');
  return { id: await addUser({ email, name, rootRoleId: defaultRootRoleId, passwordHash: null }, tx), name: email };
}
