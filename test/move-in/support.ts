import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hash } from 'bcryptjs';
import { Client } from 'pg';
import { main } from '../../admin/move-in/migrate-from-unleash.js';
import { runProcess, runProgram, type Outcome } from '../support/programs.js';

export const PASSWORD = 'Password-of-Anna-1';

/** A database of Unleash, created from the SQL files of this folder. */
export class Source {
  private constructor(
    readonly url: string,
    private readonly name: string,
  ) {}

  static async create(...files: readonly string[]): Promise<Source> {
    const name = `unleash_${randomBytes(6).toString('hex')}`;
    await on(process.env['TEST_SERVER_URL']!, `CREATE DATABASE ${name}`);
    const url = Object.assign(new URL(process.env['TEST_SERVER_URL']!), { pathname: `/${name}` });
    const source = new Source(url.href, name);
    for (const file of files) {
      const text = readFileSync(path.join('test/move-in', file), 'utf8');
      await source.run(text.replace('$PASSWORD', await hash(PASSWORD, 4)));
    }
    return source;
  }

  async run(text: string): Promise<void> {
    await on(this.url, text);
  }

  async isSuperuser(): Promise<boolean> {
    const [row] = await on(this.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
    return row!['rolsuper'] as boolean;
  }

  async drop(): Promise<void> {
    await on(process.env['TEST_SERVER_URL']!, `DROP DATABASE ${this.name} WITH (FORCE)`);
  }
}

async function on(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs the command in this process. */
export const migrate = (databaseUrl: string, ...args: readonly string[]): Promise<Outcome> =>
  runProgram(main, args, { DATABASE_URL: databaseUrl });

/** Runs the command in a process of its own, with further variables in its environment. */
export const migrateInProcess = (
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  ...args: readonly string[]
): Promise<Outcome> =>
  runProcess('admin/admin.js', ['move-in', ...args], {
    DATABASE_URL: databaseUrl,
    ...environment,
  });

/** The numbers of a line of the report: moved, moved before, exists here, not movable. */
export const counted = (out: string, kind: string): number[] =>
  (new RegExp(`^${kind} +(.*)$`, 'm').exec(out)?.[1] ?? '').split(/ +/).map(Number);
