import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Cluster, USER } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { claim, isOwned } from './ownership.js';
import { ensureDatabase, Postmaster } from './postmaster.js';
import { startServer, type StartOptions } from './server-start.js';

const DATABASE = 'unleash';

/**
 * A PostgreSQL server of our own, for when nobody has set up one: its programs come from an npm package, its data and
 * password are in one folder, and it listens on this machine alone.
 *
 * One process owns the folder at a time. The owner calls `stop()` after its last query. There is no exit hook: a process
 * that is killed leaves the server running, and the next owner adopts it.
 */
export class EmbeddedPostgres {
  /** The service's own database. Contains the password. */
  readonly url: string;
  private stopping?: Promise<void>;

  private constructor(
    private readonly server: Postmaster,
    private readonly password: string,
    private readonly release: () => Promise<void>,
  ) {
    this.url = this.urlOf(DATABASE);
  }

  /**
   * Starts the server on `dir`, which is created at first; returns when it answers.
   * Without `durable` it is faster and a crash may lose what was committed, which is for tests.
   */
  static async start({ dir, durable = true, log = () => {} }: { dir: string } & Partial<StartOptions>): Promise<EmbeddedPostgres> {
    const folder = await makeFolder(dir);
    const release = await claim(folder);
    try {
      const cluster = new Cluster(folder);
      const server = await startServer(cluster, { durable, log });
      return await this.open(cluster, server, release);
    } catch (error) {
      await release();
      throw error;
    }
  }

  private static async open(cluster: Cluster, server: Postmaster, release: () => Promise<void>): Promise<EmbeddedPostgres> {
    try {
      const { password } = await cluster.readConnection();
      await ensureDatabase(DATABASE, server.port, password);
      return new EmbeddedPostgres(server, password, release);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Stops the server that a killed owner left behind on `dir`. False when a living process owns the folder. */
  static async stopLeftBehind(dir: string): Promise<boolean> {
    if (await isOwned(dir)) return false;
    await Postmaster.of(join(dir, 'pgdata'))?.stop();
    return true;
  }

  /** The URL of another database on this server. */
  urlOf(database: string): string {
    return `postgresql://${USER}:${this.password}@127.0.0.1:${this.server.port}/${encodeURIComponent(database)}`;
  }

  /** Ends the server and gives up the folder. Sessions that are still open are cut off. */
  stop(): Promise<void> {
    return (this.stopping ??= this.server.stop().finally(this.release));
  }
}

/** Ours alone; but as root others must be let through, since PostgreSQL then runs as another account. */
async function makeFolder(dir: string): Promise<string> {
  try {
    await mkdir(dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
    return await realpath(dir);
  } catch (error) {
    throw new EmbeddedPostgresError(`The folder ${dir} for the database cannot be made.`, error);
  }
}
