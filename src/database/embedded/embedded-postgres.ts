import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { claim, isOwned } from './ownership.js';
import { ensureDatabase, Postmaster } from './postmaster.js';
import { USER } from './roles.js';
import { ServerRecord } from './server-record.js';
import { startServer, type StartOptions } from './server-start.js';
import { type EmbeddedStatus, Supervisor } from './supervisor.js';

const DATABASE = 'unleash';

/** How to start the embedded server. */
export interface EmbeddedOptions extends Partial<Pick<StartOptions, 'durable' | 'log'>> {
  /** The folder of the data, which is created at the first start. */
  dir: string;
  /** Called when another process has taken the folder over. The server has been ended by then. */
  onLost?: () => void;
}

/**
 * A PostgreSQL server of our own, for when nobody has set up one: its programs come from an npm
 * package, its data and password are in one folder, and it listens on this machine alone.
 *
 * One process owns the folder at a time, and restarts the server when that ends unexpectedly. The
 * owner calls `stop()` after its last query. There is no exit hook: a process that is killed leaves
 * the server running, and the next owner adopts it.
 */
export class EmbeddedPostgres {
  /** The service's own database. Contains the password. */
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
   * Starts the server; returns when it answers. Without `durable` it is faster and a crash may lose
   * what was committed, which is for tests.
   */
  static async start({
    dir,
    durable = true,
    log = () => {},
    onLost = () => {},
  }: EmbeddedOptions): Promise<EmbeddedPostgres> {
    const folder = await makeFolder(dir);
    let supervisor: Supervisor | undefined;
    let isLost = false;
    const lost = (): void => {
      isLost = true;
      supervisor?.abort();
      log(`Another process has taken over the data in ${folder}.`, 'error');
      onLost();
    };
    const release = await claim(folder, { log, onLost: lost });
    try {
      const cluster = new Cluster(folder);
      const server = await startServer(cluster, { durable, log });
      const restart = (): Promise<Postmaster> =>
        startServer(cluster, { durable, log, keepsPort: true });
      supervisor = new Supervisor(server, restart, log);
      if (isLost) {
        supervisor.abort();
        throw new EmbeddedPostgresError(
          `Another process has taken over the data in ${folder} while the database was being started.`,
        );
      }
      return await this.open(cluster, supervisor, release);
    } catch (error) {
      await release();
      throw error;
    }
  }

  private static async open(
    cluster: Cluster,
    supervisor: Supervisor,
    release: () => Promise<void>,
  ): Promise<EmbeddedPostgres> {
    try {
      const { password } = await cluster.readConnection();
      await ensureDatabase(DATABASE, supervisor.port, password);
      return new EmbeddedPostgres(supervisor, password, async () => {
        await new ServerRecord(cluster.dir, cluster.dataDir).remove();
        await release();
      });
    } catch (error) {
      await supervisor.stop();
      throw error;
    }
  }

  /**
   * Stops the server that a killed owner left behind on `dir`. False when a living process owns the
   * folder.
   */
  static async stopLeftBehind(dir: string): Promise<boolean> {
    if (await isOwned(dir)) return false;
    await Postmaster.of(join(dir, 'pgdata'))?.stop();
    return true;
  }

  /** The URL of the service's own database while a process owns `dir`; undefined when none does. */
  static async runningAt(dir: string): Promise<string | undefined> {
    if (!(await isOwned(dir))) return undefined;
    const { password, port } = await new Cluster(dir).readConnection();
    return `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  }

  /** Whether the server runs. */
  get status(): EmbeddedStatus {
    return this.supervisor.status;
  }

  /** The URL of another database on this server. */
  urlOf(database: string): string {
    return `postgresql://${USER}:${this.password}@127.0.0.1:${this.supervisor.port}/${encodeURIComponent(database)}`;
  }

  /** Ends the server and gives up the folder. Sessions that are still open are cut off. */
  stop(): Promise<void> {
    return (this.stopping ??= this.supervisor.stop().finally(this.release));
  }
}

/**
 * Ours alone; but as root others must be let through, since PostgreSQL then runs as another
 * account.
 */
async function makeFolder(dir: string): Promise<string> {
  try {
    await mkdir(dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
    return await realpath(dir);
  } catch (error) {
    throw new EmbeddedPostgresError(`The folder ${dir} for the database cannot be made.`, error);
  }
}
