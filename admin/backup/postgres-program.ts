import { spawn } from 'node:child_process';
import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { BackupError } from './backup.errors.js';
import { connectionEnvironment } from './connection-environment.js';

/** How much of the messages of a program is kept. */
const MOST_MESSAGES = 4_000;
/** Variables that a program gets from the environment, besides how to reach the database. */
const PASSED_ON = [
  'HOME',
  'LANG',
  'LC_ALL',
  'PATH',
  'PGPASSFILE',
  'PGPASSWORD',
  'PGSSLCERT',
  'PGSSLKEY',
  'PGSSLROOTCERT',
  'TMPDIR',
  'TZ',
];
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The major version of a version such as `15.14 (Debian 15.14-0+deb12u1)`. */
export const majorOf = (version: string): number => Number.parseInt(version, 10);

/** A program of PostgreSQL on the PATH. */
export class PostgresProgram {
  private constructor(
    readonly name: string,
    /** Such as `15.14`. */
    readonly version: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /**
   * Looks a program up.
   * @param atLeast The oldest major version that can do the work.
   * @param environment The variables of this command; the program gets few of them, and no secrets
   *     of the service.
   * @throws BackupError when there is none, or when it is too old.
   */
  static async find(
    name: string,
    atLeast: number,
    environment: NodeJS.ProcessEnv,
  ): Promise<PostgresProgram> {
    const install =
      `Install the client programs of PostgreSQL ${atLeast} or later, for example the Debian ` +
      `package postgresql-client-${atLeast}, and make sure that PATH leads to them.`;
    const printed = await run(name, ['--version'], passedOn(environment)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new BackupError(`${name} was not found. ${install}`);
        throw error;
      },
    );
    const [version] = /\d+(\.\d+)*/.exec(printed) ?? [];
    if (version === undefined)
      throw new BackupError(`${name} --version printed no version: ${printed.trim()}`);
    if (majorOf(version) < atLeast)
      throw new BackupError(`${name} ${version} is too old. ${install}`);
    return new PostgresProgram(name, version, environment);
  }

  /**
   * Runs the program on a database. Nothing secret may be among the arguments.
   * @throws BackupError with the last messages of the program.
   */
  async run(address: Pick<DatabaseAddress, 'url' | 'ssl'>, args: readonly string[]): Promise<void> {
    const { name, version, environment } = this;
    await run(name, args, {
      ...passedOn(environment),
      ...connectionEnvironment(address, majorOf(version), environment),
    });
  }
}

const passedOn = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(PASSED_ON.map((name) => [name, environment[name]]));

function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  // Ends the program together with this command; otherwise it would continue alone. Registered
  // first, because the program runs before this process goes on.
  const end = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ENDS) process.on(signal, end);
  const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, messages] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output = last(output + text.toString())));
  child.stderr.on('data', (text: Buffer) => (messages = last(messages + text.toString())));
  child.once('close', () => ENDS.forEach((signal) => process.off(signal, end)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      if (status === 0) resolve(output);
      else
        reject(
          new BackupError(`${name} failed (${signal ?? `status ${status}`}):\n${messages.trim()}`),
        );
    });
  });
}

const last = (text: string): string => text.slice(-MOST_MESSAGES);
