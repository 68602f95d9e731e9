import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config, InitialToken } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { SYSTEM } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { hashOf } from './caller-lookup.js';
import { hashPassword } from './user/password.js';
import { AppUser } from './user/app-user.entity.js';

const ADMIN_ROLE = 1;
/** Any number, the same in every instance: who holds this advisory lock makes the first users and tokens. */
const FIRST_RUN_LOCK = 4_242_002;

/** Makes sure that somebody can get in: the tokens of the configuration, a first administrator, and an admin token if there is none. */
@Injectable()
export class FirstRun {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Prepares the instance, which changes nothing when that has been done before. Instances that start at once take turns.
   * @returns What the one who starts the service has to be told and can never be told again; `undefined` when there is no such thing.
   */
  async prepare(): Promise<string | undefined> {
    return this.unitOfWork.run(SYSTEM, async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [FIRST_RUN_LOCK]);
      for (const token of this.config.initialTokens) await addToken(token, tx);
      const lines = [await this.firstAdmin(tx), await this.firstToken(tx)].filter((line) => line !== undefined);
      return lines.length > 0 ? this.banner(lines) : undefined;
    });
  }

  /** Makes the first administrator, and tells the password if it had to be made up. */
  private async firstAdmin(tx: Tx): Promise<string | undefined> {
    const [someone] = await tx.query("SELECT FROM app_user WHERE kind <> 'system' LIMIT 1");
    if (someone) return undefined;
    const { username, password: given } = this.config.firstAdmin;
    const password = given ?? randomBytes(15).toString('base64url');
    const passwordHash = await hashPassword(password);
    const { identifiers } = await tx.repo(AppUser).insert({ kind: 'user', username, rootRoleId: ADMIN_ROLE, passwordHash });
    await tx.record({ type: 'user-created', data: { id: identifiers[0]!['id'], username, rootRole: ADMIN_ROLE } });
    return given ? undefined : `Administrator: user name ${username}, password ${password}`;
  }

  /** Makes an admin token for an instance that was given none, and tells it. */
  private async firstToken(tx: Tx): Promise<string | undefined> {
    const [some] = await tx.query("SELECT FROM api_token WHERE type = 'admin' LIMIT 1");
    if (some) return undefined;
    const secret = `*:*.${randomBytes(28).toString('hex')}`;
    await addToken({ secret, type: 'admin' }, tx);
    return `Admin token:   ${secret}`;
  }

  private banner(lines: string[]): string {
    const rule = '-'.repeat(78);
    return [
      rule,
      'Made for you, and shown this one time only:',
      '',
      ...lines,
      '',
      `Try them out at ${this.config.publicUrl}/docs`,
      rule,
    ].join('\n');
  }
}

/** Adds a token unless it exists. One whose project or environment is missing is refused by PostgreSQL, with its name. */
async function addToken({ secret, type }: InitialToken, tx: Tx): Promise<void> {
  const [project = '*', rest = ''] = secret.split(':');
  const environment = rest.slice(0, rest.indexOf('.'));
  const all = project === '*' || project === '[]';
  const [added] = await tx.query<{ id: string }>(
    /* sql */ `
    INSERT INTO api_token (secret_hash, name, type, environment, all_projects) VALUES ($1, 'admin', $2, $3, $4)
    ON CONFLICT ON CONSTRAINT api_token_secret_key DO NOTHING RETURNING id`,
    [hashOf(secret), type, environment === '*' ? null : environment, all],
  );
  if (!added) return;
  if (!all) await tx.query('INSERT INTO api_token_project (token_id, project) VALUES ($1, $2)', [added.id, project]);
  const data = { tokenName: 'admin', type, environment, projects: [all ? '*' : project] };
  await tx.record({ type: 'api-token-created', environment, project: all ? '*' : project, data });
}
