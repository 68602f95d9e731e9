import { mkdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Client } from 'pg';
import { Cluster } from './cluster.js';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres.error.js';
import { isLocked, lockFolder } from './folder-lock.js';
import { USER } from './roles.js';
import { startServer, type StartOptions, stopLeftBehind } from './server.js';
import { type EmbeddedStatus, Supervisor } from './supervisor.js';

const DATABASE = 'unleash';
/** Magic numbers of statfs(2): NFS, SMB and its predecessors. */
const NETWORK_FILE_SYSTEMS = new Set([0x6969, 0xfe534d42, 0xff534d42, 0x517b]);

/** Options of the embedded server. */
export interface EmbeddedOptions extends Partial<Pick<StartOptions, 'durable' | 'log'>> {
  /** The data folder, which is created at the first start. */
  dir: string;
}

/**
 * The embedded PostgreSQL server, used when no DATABASE_URL is set. Its programs come from an npm
 * package, its data and password are in one folder, and it listens only on this machine. One
 * process owns the folder at a time and restarts the server when it ends unexpectedly. The owner
 * calls `stop()` after its last query; when the owner is killed, the server ends by itself.
 */
export class EmbeddedPostgres {
  /** URL of the service's database, including the password. */
  readonly url: string;
  private stopping?: Promise<void>;

  private constructor(
    private readonly supervisor: Supervisor,
    private readonly password: string,
    private readonly release: () => Promise<void>,
  ) {
    this.url = this.urlOf(DATABASE);
  }

  /**
   * Starts the server and waits until it answers. Without `durable` it is faster, but a crash can
   * lose commits; that is for tests.
   */
  static async start({
    dir,
    durable = true,
    log = () => {},
  }: EmbeddedOptions): Promise<EmbeddedPostgres> {
    const folder = await makeFolder(dir);
    if (NETWORK_FILE_SYSTEMS.has((await statfs(folder)).type))
      log(`${folder} is on a network file system, where machines do not see each other.`, 'warn');
    const unlock = await lockFolder(folder);
    let supervisor: Supervisor | undefined;
    try {
      const cluster = new Cluster(folder);
      const server = await startServer(cluster, { durable, log });
      const restart = () => startServer(cluster, { durable, log, keepsPort: true });
      supervisor = new Supervisor(server, restart, log);
      const { password } = await cluster.readConnection();
      await ensureDatabase(server.port, password);
      return new EmbeddedPostgres(supervisor, password, async () => {
        await rm(cluster.serverSocket, { force: true });
        await unlock();
      });
    } catch (error) {
      await supervisor?.stop();
      await unlock();
      throw error;
    }
  }

  /** Waits for the end of a killed owner's server. False when a living process owns `dir`. */
  static async stopLeftBehind(dir: string): Promise<boolean> {
    if (await isLocked(dir)) return false;
    await stopLeftBehind(new Cluster(dir));
    return true;
  }

  /** URL of the service's database while a process owns `dir`; undefined when none does. */
  static async runningAt(dir: string): Promise<string | undefined> {
    if (!(await isLocked(dir))) return undefined;
    const { password, port } = await new Cluster(dir).readConnection();
    return `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  }

  /** State of the server. */
  get status(): EmbeddedStatus {
    return this.supervisor.status;
  }

  /** URL of another database on this server. */
  urlOf(database: string): string {
    const { port } = this.supervisor;
    const name = encodeURIComponent(database);
    return `postgresql://${USER}:${this.password}@127.0.0.1:${port}/${name}`;
  }

  /** Stops the server, closing open sessions, and releases the folder. */
  stop(): Promise<void> {
    return (this.stopping ??= this.supervisor.stop().finally(this.release));
  }
}

/** Creates the service's database at the first start. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  // Explicit values for everything that environment variables (PGSSLMODE, PGOPTIONS, ...) could
  // change.
  const address = { host: '127.0.0.1', database: 'postgres', ssl: false, options: '' };
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 60_000 };
  const client = new Client({ ...address, ...limits, port, user: USER, password });
  await client.connect();
  try {
    const find = 'SELECT FROM pg_database WHERE datname = $1';
    const { rowCount } = await client.query(find, [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Private to this user; as root the folder must be enterable, because PostgreSQL runs as another
 * account.
 */
async function makeFolder(dir: string): Promise<string> {
  try {
    await makeFolders(dir, process.getuid?.() === 0 ? 0o755 : 0o700);
    return await realpath(dir);
  } catch (error) {
    throw new EmbeddedPostgresError(`The folder ${dir} for the database cannot be created.`, error);
  }
}

/** Node's own way to do this never ends in `/proc`, where nothing can be created. */
async function makeFolders(dir: string, mode: number): Promise<void> {
  const create = (): Promise<unknown> => mkdir(dir, { mode });
  await create().catch(async (error: unknown) => {
    const code = errorCode(error);
    if (code === 'EEXIST' && (await stat(dir)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(dir) === dir) throw error;
    await makeFolders(dirname(dir), mode);
    await create();
  });
}
