import { mkdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Cluster } from './cluster.js';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres.error.js';
import { isLocked, lockFolder } from './folder-lock.js';
import { ensureDatabase, Postmaster } from './postmaster.js';
import { USER } from './roles.js';
import { startServer, type StartOptions } from './server-start.js';
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
 * calls `stop()` after its last query. There is no exit hook: when the owner is killed the server
 * keeps running, and the next owner adopts it.
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
      supervisor = await startSupervised(cluster, { durable, log });
      const { password } = await cluster.readConnection();
      await ensureDatabase(DATABASE, supervisor.port, password);
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

  /**
   * Stops a server that a killed owner left behind on `dir`. False when a living process owns the
   * folder.
   */
  static async stopLeftBehind(dir: string): Promise<boolean> {
    if (await isLocked(dir)) return false;
    await Postmaster.of(join(dir, 'pgdata'))?.stop();
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

/** Starts the server, to be restarted on the same port when it ends unexpectedly. */
async function startSupervised(
  cluster: Cluster,
  options: Pick<StartOptions, 'durable' | 'log'>,
): Promise<Supervisor> {
  const server = await startServer(cluster, options);
  const restart = (): Promise<Postmaster> => startServer(cluster, { ...options, keepsPort: true });
  return new Supervisor(server, restart, options.log);
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
