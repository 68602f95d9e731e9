import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { commandAs, dataDirFor, handOver, type Account } from './binaries.js';
import { programEnvironment, type Binaries } from './binaries.js';
import { EmbeddedPostgresError, errorCode, USE_A_SERVER } from './embedded-postgres.error.js';
import { createRole, secureRoles, SUPERUSER } from './roles.js';

/** Connection parameters, stored next to the cluster and readable only by its owner. */
export interface Connection {
  password: string;
  /** Reused at each start while it is free. */
  port?: number;
  /** Whether the role is unprivileged. Earlier releases connected as superuser. */
  isUnprivileged?: boolean;
}

/**
 * The files of one cluster: `pgdata` belongs to PostgreSQL, the rest of the folder to this service.
 */
export class Cluster {
  readonly dataDir: string;
  readonly logFile: string;
  /** Held by the server and its children, also when they outlive the service. */
  readonly serverSocket: string;
  private readonly connectionFile: string;

  constructor(readonly dir: string) {
    this.dataDir = join(dir, 'pgdata');
    this.logFile = join(dir, 'postgresql.log');
    this.serverSocket = join(dir, 'server.sock');
    this.connectionFile = join(dir, 'connection.json');
  }

  get exists(): boolean {
    return existsSync(this.dataDir);
  }

  /** Creates the cluster. Leftovers of an interrupted attempt cannot be mistaken for a cluster. */
  async create(binaries: Binaries, account: Account | undefined, durable: boolean): Promise<void> {
    const connection: Connection = {
      password: randomBytes(24).toString('base64url'),
      isUnprivileged: true,
    };
    const fresh = join(this.dir, 'pgdata.new');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    await handOver(fresh, account);
    await this.initdb(fresh, binaries, account, durable);
    await createRole(fresh, binaries, account, connection.password);
    await this.saveConnection(connection);
    await rename(fresh, this.dataDir);
    await syncFolder(this.dir);
  }

  private async initdb(
    fresh: string,
    binaries: Binaries,
    account: Account | undefined,
    durable: boolean,
  ): Promise<void> {
    // Needed by initdb only; deleted before the server starts.
    const passwordFile = await this.openPasswordFile(
      randomBytes(24).toString('base64url'),
      account,
    );
    try {
      await run(binaries.initdb, initdbOptions(dataDirFor(account, fresh), durable), {
        ...commandAs(account),
        cwd: fresh,
        stdin: passwordFile.fd,
      });
    } catch (error) {
      throw new EmbeddedPostgresError(`No database could be created in ${this.dir}.`, error);
    } finally {
      await passwordFile.close();
    }
  }

  /**
   * Passed as an open, unlinked file, because the account may be unable to enter the folders of the
   * service.
   */
  private async openPasswordFile(
    password: string,
    account: Account | undefined,
  ): Promise<FileHandle> {
    const path = join(this.dir, 'password.new');
    await writeDurably(path, `${password}\n`);
    await handOver(path, account);
    const file = await open(path, 'r');
    await rm(path);
    return file;
  }

  /**
   * Removes the superuser attribute from the role of a cluster of an earlier release. The server
   * must be stopped.
   */
  async removeSuperuserRights(binaries: Binaries, account: Account | undefined): Promise<void> {
    const connection = await this.readConnection();
    await secureRoles(this.dataDir, binaries, account, connection.password);
    await this.saveConnection({ ...connection, isUnprivileged: true });
  }

  /**
   * Refuses a cluster that these binaries or this user cannot open, with a clearer message than
   * PostgreSQL's.
   */
  async check(major: number): Promise<void> {
    const found = await readFile(join(this.dataDir, 'PG_VERSION'), 'utf8').catch(
      (error: unknown) => {
        const owner = statSync(this.dataDir).uid;
        const advice =
          owner === process.getuid?.()
            ? 'Restore it from a backup.'
            : `It belongs to the user ${owner}: start as that user.`;
        throw new EmbeddedPostgresError(
          `The data directory ${this.dataDir} cannot be read. ${advice}`,
          error,
        );
      },
    );
    if (Number(found) === major) return;
    throw new EmbeddedPostgresError(
      `The data in ${this.dataDir} was written by PostgreSQL ${found.trim()}, and this ` +
        `release contains PostgreSQL ${major}, which cannot read it. ` +
        'Start the release that wrote it, dump the database (pg_dump) and restore it into an ' +
        `empty folder of this release. ${USE_A_SERVER}`,
    );
  }

  async readConnection(): Promise<Connection> {
    try {
      return JSON.parse(await readFile(this.connectionFile, 'utf8')) as Connection;
    } catch (error) {
      throw new EmbeddedPostgresError(
        `The password of the database in ${this.dir} cannot be read. Restore ` +
          `${this.connectionFile}.`,
        error,
      );
    }
  }

  async saveConnection(connection: Connection): Promise<void> {
    await writeDurably(`${this.connectionFile}.new`, `${JSON.stringify(connection)}\n`);
    await rename(`${this.connectionFile}.new`, this.connectionFile);
  }
}

/** The password of the superuser comes from standard input. */
function initdbOptions(dataDir: string, durable: boolean): string[] {
  return [
    ...['-D', dataDir, '-U', SUPERUSER, '--auth=scram-sha-256', '--pwfile=/dev/stdin'],
    '--encoding=UTF8',
    // Sorting by code point is the same on every platform and library version.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

async function writeDurably(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().catch((error: unknown) => {
    if (errorCode(error) !== 'EINVAL') throw error; // This file system cannot sync folders.
  });
  await folder.close();
}

function run(
  program: string,
  args: string[],
  options: { uid?: number; gid?: number; cwd: string; stdin: number },
): Promise<void> {
  const { stdin, ...rest } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...rest,
      env: programEnvironment(),
      stdio: [stdin, 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`initdb: ${complaint.trim() || signal || code}`)),
    );
  });
}
