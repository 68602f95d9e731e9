import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, dataDirFor, handOver, runOn } from './binaries.js';
import { EmbeddedPostgresError, errorCode, USE_A_SERVER } from './embedded-postgres.error.js';
import { createRole, secureRoles, SUPERUSER } from './roles.js';

/** Connection parameters, stored next to the cluster and readable only by its owner. */
interface Connection {
  password: string;
  /** Reused at each start while it is free. */
  port?: number;
  /** Whether the role is unprivileged. Earlier releases connected as superuser. */
  isUnprivileged?: boolean;
}

/** Who may connect: every role that has a password, from this machine. */
const RULES = 'host all all 127.0.0.1/32 scram-sha-256\n';

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
  async create(binaries: Binaries, durable: boolean): Promise<void> {
    const password = randomBytes(24).toString('base64url');
    const fresh = join(this.dir, 'pgdata.new');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    await handOver(fresh, binaries.account);
    const options = initdbOptions(dataDirFor(binaries.account, fresh), durable);
    await runOn(fresh, binaries.initdb, options, binaries.account).catch((error: unknown) => {
      throw new EmbeddedPostgresError(`No database could be created in ${this.dir}.`, error);
    });
    await writeFile(join(fresh, 'pg_hba.conf'), RULES, { flush: true });
    await createRole(fresh, binaries, password);
    await this.saveConnection({ password, isUnprivileged: true });
    await rename(fresh, this.dataDir);
    await syncFolder(this.dir);
  }

  /**
   * Removes the superuser attribute from the role of a cluster of an earlier release. The server
   * must be stopped.
   */
  async removeSuperuserRights(binaries: Binaries): Promise<void> {
    const connection = await this.readConnection();
    await secureRoles(this.dataDir, binaries, connection.password);
    await this.saveConnection({ ...connection, isUnprivileged: true });
  }

  /**
   * Refuses a cluster that these binaries or this user cannot open, with a clearer message than
   * PostgreSQL's.
   */
  async check(major: number): Promise<void> {
    const file = join(this.dataDir, 'PG_VERSION');
    const found = await readFile(file, 'utf8').catch((error: unknown) => {
      const owner = statSync(this.dataDir).uid;
      const advice =
        owner === process.getuid?.()
          ? 'Restore it from a backup.'
          : `It belongs to the user ${owner}: start as that user.`;
      throw new EmbeddedPostgresError(
        `The data directory ${this.dataDir} cannot be read. ${advice}`,
        error,
      );
    });
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
    const fresh = `${this.connectionFile}.new`;
    await rm(fresh, { force: true });
    await writeFile(fresh, `${JSON.stringify(connection)}\n`, { mode: 0o600, flush: true });
    await rename(fresh, this.connectionFile);
  }
}

/** Nobody can connect yet; the superuser never can, as it gets no password. */
function initdbOptions(dataDir: string, durable: boolean): string[] {
  return [
    ...['-D', dataDir, '-U', SUPERUSER, '--auth=reject', '--encoding=UTF8'],
    // Sorting by code point is the same on every platform and library version.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().catch((error: unknown) => {
    if (errorCode(error) !== 'EINVAL') throw error; // This file system cannot sync folders.
  });
  await folder.close();
}
