import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../event/tx.js';
import { hashOf } from '../../auth/caller/secret-hash.js';
import type { Login } from './session-opener.js';
import { pendingCookie } from './pending-cookie.js';
import { METHODS } from '../../auth/session/second-factor.sql.js';
import {
  isBySso,
  PRESET,
  SECURITY_JSON,
  type SecuritySettings,
} from '../../auth/session/security-settings.js';

const VALID_MS = 5 * 60_000;
/** How many sign-ins of one user may wait for the second factor: a new one replaces the oldest. */
const MAX_OF_USER = 5;
/** After so many wrong second factors the sign-in starts anew. */
const MAX_FAILURES = 5;

const READ_METHODS = `SELECT ${METHODS} AS methods, ${SECURITY_JSON} AS settings FROM app_user u WHERE u.id = $1`;
const END_EXCESS = /* sql */ `
  DELETE FROM pending_sign_in WHERE secret_hash IN (
    SELECT secret_hash FROM pending_sign_in WHERE user_id = $1 ORDER BY created_at DESC OFFSET $2)`;
const ADD =
  'INSERT INTO pending_sign_in (secret_hash, user_id, auth_type, sign_out, expires_at) VALUES ($1, $2, $3, $4, $5)';
const READ = {
  name: 'pending-sign-in-read',
  text: /* sql */ `
    SELECT p.user_id AS "userId", COALESCE(u.email, u.username, u.name) AS name, p.auth_type AS "authType", p.sign_out AS "signOut"
      FROM pending_sign_in p JOIN app_user u ON u.id = p.user_id
     WHERE p.secret_hash = $1 AND p.expires_at > now() AND p.failures < ${MAX_FAILURES} AND u.deleted_at IS NULL`,
};
const FAIL = {
  name: 'pending-sign-in-fail',
  text: 'UPDATE pending_sign_in SET failures = failures + 1 WHERE secret_hash = $1',
};
const USE_UP = `DELETE FROM pending_sign_in WHERE secret_hash = $1 AND expires_at > now() AND failures < ${MAX_FAILURES} RETURNING 1`;

/** A sign-in that waits for its second factor. */
export interface Pending {
  userId: number;
  name: string;
  authType: string;
  signOut: Record<string, string> | null;
}

/** What a browser needs for the second step. */
export interface SecondStep {
  methods: string[];
  /** The `Set-Cookie` header that lets the browser take it. */
  cookie: string;
}

/** Keeps sign-ins between their two steps. */
@Injectable()
export class PendingSignIns {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Lets a user go on to the second step. @returns undefined when the user, whose row is locked,
   * needs none.
   */
  async begin(
    userId: number,
    { authType, signOut }: Login,
    tx: Tx,
  ): Promise<SecondStep | undefined> {
    const [row] = await tx.query<{ methods: string[]; settings: SecuritySettings | null }>(
      READ_METHODS,
      [userId],
    );
    if (!row || row.methods.length === 0) return undefined;
    if (isBySso(authType) && !{ ...PRESET, ...row.settings }.secondFactorAfterSso) return undefined;
    await tx.query(END_EXCESS, [userId, MAX_OF_USER - 1]);
    const secret = randomBytes(32).toString('base64url');
    const expires = new Date(Date.now() + VALID_MS);
    await tx.query(ADD, [hashOf(secret), userId, authType, signOut ?? null, expires]);
    return {
      methods: row.methods,
      cookie: pendingCookie(secret, expires, this.config.secureCookies),
    };
  }

  /** The sign-in that waits by this secret. */
  async find(secret: string): Promise<Pending | undefined> {
    const [row] = await this.database.run<Pending & object>(READ, [hashOf(secret)]);
    return row;
  }

  /** Counts a second factor that was wrong. */
  async fail(secret: string): Promise<void> {
    await this.database.run(FAIL, [hashOf(secret)]);
  }

  /** Uses a sign-in up. @returns Whether it was good still. */
  async useUp(secret: string, tx: Tx): Promise<boolean> {
    return (await tx.query(USE_UP, [hashOf(secret)])).length > 0;
  }
}
