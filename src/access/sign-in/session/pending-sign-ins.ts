import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { isBySso, PRESET } from '../../../core/auth/session/security-settings.js';
import type { Tx } from '../../../core/event/tx.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { HostCookie } from '../../../platform/http/host-cookie.js';
import {
  ADD_PENDING,
  END_EXCESS_PENDING,
  FAIL_PENDING,
  READ_ONE_PENDING,
  READ_METHODS,
  READ_PENDING_METHODS,
  USE_UP_PENDING,
} from './sessions.sql.js';
import type { Browser, Login } from './session-opener.js';

const COOKIE = new HostCookie('unleash-second-factor');

/** The secret of a pending sign-in in a `Cookie` header. */
export function pendingSecretOf(
  cookieHeader: string | undefined,
  secure: boolean,
): string | undefined {
  return COOKIE.read(cookieHeader, secure);
}

/** The `Set-Cookie` header of a pending sign-in; the cookie is only valid for the second step. */
function pendingCookie(secret: string, expires: Date, secure: boolean): string {
  return COOKIE.set(secret, { expires }, secure);
}

/** The `Set-Cookie` headers that delete it. */
export function noPendingCookies(secure: boolean): string[] {
  return COOKIE.expire(secure);
}

const VALID_MS = 5 * 60_000;
/** Maximum number of pending sign-ins per user; a new one replaces the oldest. */
const MAX_OF_USER = 5;

/** A sign-in that waits for its second factor. */
export interface Pending {
  userId: number;
  name: string;
  authType: string;
  signOut: Record<string, string> | null;
}

/** The data a browser needs for the second step. */
export interface SecondStep {
  methods: string[];
  /** The `Set-Cookie` header of the pending sign-in. */
  cookie: string;
}

/** Stores sign-ins between their two steps. */
@Injectable()
export class PendingSignIns {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts the second step.
   * @returns undefined when the user, whose row must be locked, needs none.
   */
  async begin(
    userId: number,
    { authType, signOut }: Login,
    tx: Tx,
  ): Promise<SecondStep | undefined> {
    const [row] = await tx.query(READ_METHODS, [userId]);
    if (!row || row.methods.length === 0) return undefined;
    if (isBySso(authType) && !{ ...PRESET, ...row.settings }.secondFactorAfterSso) return undefined;
    await tx.query(END_EXCESS_PENDING, [userId, MAX_OF_USER - 1]);
    const secret = randomBytes(32).toString('base64url');
    const expires = new Date(Date.now() + VALID_MS);
    await tx.query(ADD_PENDING, [hashOf(secret), userId, authType, signOut ?? null, expires]);
    return {
      methods: row.methods,
      cookie: pendingCookie(secret, expires, this.config.secureCookies),
    };
  }

  /** The pending sign-in with this secret. */
  async find(secret: string): Promise<Pending | undefined> {
    const [row] = await this.database.run(READ_ONE_PENDING, [hashOf(secret)]);
    return row;
  }

  /** The second factors that complete the pending sign-in of a browser; empty without one. */
  async methodsOf({ cookie }: Browser): Promise<string[]> {
    const secret = pendingSecretOf(cookie, this.config.secureCookies);
    if (!secret) return [];
    const [row] = await this.database.run(READ_PENDING_METHODS, [hashOf(secret)]);
    return row?.methods ?? [];
  }

  /** Counts a wrong second factor. */
  async fail(secret: string): Promise<void> {
    await this.database.run(FAIL_PENDING, [hashOf(secret)]);
  }

  /**
   * Consumes a pending sign-in.
   * @returns Whether it was still valid.
   */
  async useUp(secret: string, tx: Tx): Promise<boolean> {
    return (await tx.query(USE_UP_PENDING, [hashOf(secret)])).length > 0;
  }
}
