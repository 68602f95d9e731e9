import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config, InitialToken } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { ConfigError } from '../../platform/config/read-environment.js';
import { DatabaseErrorTranslator } from '../../platform/database/constraint-errors.js';
import { SYSTEM } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { OwaspValidationError, requireStrong } from '../../access/people/user/password-rules.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import { writeSetting } from '../../core/auth/setting.js';
import { ALL } from '../../access/api-token/token-request.js';
import { addToken, newSecret } from '../../access/api-token/token-writer.js';
import { hashPassword } from '../../access/people/user/password.js';
import { addMissingSignInNames } from '../../access/people/user/sign-in-names.js';
import { addFirstAdministrator } from '../../access/people/user/user-writer.js';
import { statement } from '../../platform/database/statement.js';

const WAIT_FOR_LOCKS = statement<[]>('instance-setup.wait-for-locks', 'SET LOCAL lock_timeout = 0');

const TAKE_SETUP_LOCK = statement<[lock: number]>(
  'instance-setup.take-setup-lock',
  'SELECT pg_advisory_xact_lock($1) /* locks setup */',
);

const FIND_PERSON = statement<[]>(
  'instance-setup.find-person',
  "SELECT FROM app_user WHERE kind <> 'system' LIMIT 1",
);

const READ_SETTING = statement<[name: string], { content: string[] }>(
  'instance-setup.read-setting',
  'SELECT content FROM setting WHERE name = $1',
);

const FIND_ADMIN_TOKEN = statement<[]>(
  'instance-setup.find-admin-token',
  "SELECT FROM api_token WHERE type = 'admin' LIMIT 1",
);

/** Key of the advisory lock for the set-up; the same in every instance. */
const SETUP_LOCK = 4_242_002;

/** Name of the setting that stores the SHA-256 of every configured token that was already added. */
const ADDED = 'initial-tokens';
/** Number of accounts that the log lists. */
const MAX_LISTED = 100;
const EVERYTHING = { environment: ALL, projects: [ALL] };

/** Creates configured tokens and, in a new instance, an administrator and an admin token. */
@Injectable()
export class InstanceSetup {
  private readonly log = new Logger(InstanceSetup.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly errors: DatabaseErrorTranslator,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sets up the instance; does nothing when it is set up already. Instances that start together
   * take turns.
   * @returns Generated secrets to show to the operator once; `undefined` when there are none.
   * @throws ConfigError when a configured token names an unknown project or environment.
   */
  async prepare(): Promise<string | undefined> {
    return this.unitOfWork.run(SYSTEM, async (tx) => {
      // Other starting instances have to wait while a password is hashed.
      await tx.query(WAIT_FOR_LOCKS);
      await tx.query(TAKE_SETUP_LOCK, [SETUP_LOCK]);
      await this.addTokens(tx);
      await this.addNames(tx);
      const [someone] = await tx.query(FIND_PERSON);
      if (someone) return undefined;
      const lines = [await this.firstAdmin(tx), await this.firstToken(tx)].filter(
        (line) => line !== undefined,
      );
      return lines.length > 0 ? this.banner(lines) : undefined;
    });
  }

  /** Completes the names that must be unique, and reports those that are not. */
  private async addNames(tx: Tx): Promise<void> {
    const userIds = await addMissingSignInNames(tx);
    if (userIds.length === 0) return;
    this.log.warn(
      { userIds: userIds.slice(0, MAX_LISTED), count: userIds.length },
      'These accounts have the user name or the e-mail address of another account, or one that ' +
        'differs only in case, width or invisible characters. They keep it. Delete or rename one.',
    );
  }

  /** Adds each configured token once, so that a revoked token does not return at the next start. */
  private async addTokens(tx: Tx): Promise<void> {
    const [row] = await tx.query(READ_SETTING, [ADDED]);
    const added = new Set(row?.content);
    for (const token of this.config.initialTokens) {
      const hash = hashOf(token.secret).toString('hex');
      if (!added.has(hash)) await this.addInitial(token, tx);
      added.add(hash);
    }
    if (added.size === (row?.content.length ?? 0)) return;
    await writeSetting(ADDED, [...added], tx);
  }

  /**
   * Creates the first administrator.
   * @returns The password, if it was generated.
   */
  private async firstAdmin(tx: Tx): Promise<string | undefined> {
    const { username, password: given } = this.config.firstAdmin;
    if (given !== undefined && !this.config.allowWeakSecrets) requireUsable(given);
    const password = given ?? randomBytes(15).toString('base64url');
    const passwordHash = await hashPassword(password);
    await addFirstAdministrator({ username, passwordHash }, tx);
    return given ? undefined : `Administrator: user name ${username}, password ${password}`;
  }

  /**
   * Creates an admin token when none is configured.
   * @returns The token.
   */
  private async firstToken(tx: Tx): Promise<string | undefined> {
    const [some] = await tx.query(FIND_ADMIN_TOKEN);
    if (some) return undefined;
    const secret = newSecret(EVERYTHING);
    await addToken({ name: 'admin', type: 'admin', ...EVERYTHING, expiresAt: null }, secret, tx);
    return `Admin token:   ${secret}`;
  }

  private banner(lines: string[]): string {
    const rule = '-'.repeat(78);
    return [
      rule,
      'Generated secrets, shown only once:',
      '',
      ...lines,
      '',
      `Sign in at ${this.config.publicUrl}`,
      rule,
    ].join('\n');
  }

  private async addInitial({ secret, type }: InitialToken, tx: Tx): Promise<void> {
    try {
      await addToken({ name: 'admin', type, ...scopeOf(secret), expiresAt: null }, secret, tx);
    } catch (error) {
      const meaning = this.errors.translate(error);
      throw meaning?.status === 400
        ? new ConfigError([`INIT_${type.toUpperCase()}_API_TOKENS: ${meaning.message}`])
        : error;
    }
  }
}

/**
 * Checks a configured password by the same rules as others.
 * @throws ConfigError when it is too weak.
 */
function requireUsable(password: string): void {
  try {
    requireStrong(password);
  } catch (error) {
    if (!(error instanceof OwaspValidationError)) throw error;
    const rules = error.details.flatMap(({ validationErrors = [] }) => validationErrors).join(' ');
    throw new ConfigError([
      `UNLEASH_DEFAULT_ADMIN_PASSWORD is too weak. ${rules} For tests, ` +
        'ALLOW_WEAK_SECRETS=true allows it.',
    ]);
  }
}

/** The environment and projects named in a secret. */
function scopeOf(secret: string): { environment: string; projects: string[] } {
  const [project = ALL, rest = ''] = secret.split(':');
  return { environment: rest.slice(0, rest.indexOf('.')), projects: [project] };
}
