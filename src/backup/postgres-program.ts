import { spawn } from 'node:child_process';
import { programEnvironment } from '../config/program-environment.js';
import type { DatabaseAddress } from '../database/data-source.js';
import { BackupError } from './backup.errors.js';
import { connectionEnvironment } from './connection-environment.js';

/** How much of the messages of a program is kept. */
const MOST_MESSAGES = 4_000;
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The major version of a version such as `15.14 (Debian 15.14-0+deb12u1)`. */
export const majorOf = (version: string): number => Number.parseInt(version, 10);

/** A program of PostgreSQL on the PATH. */
export class PostgresProgram {
  private constructor(
    readonly name: string,
    /** Such as `15.14`. */
    readonly version: string,
  ) {}

  /**
   * Looks a program up.
   * @param atLeast The oldest major version that can do the work.
   * @throws BackupError when there is none, or when it is too old.
   */
  static async find(name: string, atLeast: number): Promise<PostgresProgram> {
    const install =
      `Install the client programs of PostgreSQL ${atLeast} or later, for example the Debian ` +
      `package postgresql-client-${atLeast}, and make sure that PATH leads to them.`;
    const printed = await run(name, ['--version'], {}).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new BackupError(`${name} was not found. ${install}`);
      throw error;
    });
    const [version] = /\d+(\.\d+)*/.exec(printed) ?? [];
    if (version === undefined)
      throw new BackupError(`${name} --version printed no version: ${printed.trim()}`);
    if (majorOf(version) < atLeast)
      throw new BackupError(`${name} ${version} is too old. ${install}`);
    return new PostgresProgram(name, version);
  }

  /**
   * Runs the program on a database. Nothing secret may be among the arguments.
   * @throws BackupError with the last messages of the program.
   */
  async run(address: Pick<DatabaseAddress, 'url' | 'ssl'>, args: readonly string[]): Promise<void> {
    await run(this.name, args, connectionEnvironment(address, majorOf(this.version)));
  }
}

function run(
  name: string,
  args: readonly string[],
  connection: Record<string, string>,
): Promise<string> {
  const child = spawn(name, args, {
    env: programEnvironment(connection),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, messages] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output = last(output + text.toString())));
  child.stderr.on('data', (text: Buffer) => (messages = last(messages + text.toString())));
  // Ends the program together with this command; otherwise it would continue alone.
  const end = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ENDS) process.on(signal, end);
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
