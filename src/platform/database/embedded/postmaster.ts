import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres.error.js';
import { birthOf, mayBeServerOf, parentOf } from './process-identity.js';
import { USER } from './roles.js';

const FAST_SHUTDOWN_TIMEOUT_MS = 30_000;
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 10_000;

/** Contents of postmaster.pid. */
interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** Interval for checking a server that is not a child of this process. */
const WATCH_MS = 500;

/** A running server, identified by pid and start time, with its address. */
export class Postmaster {
  private child?: ChildProcess;

  private constructor(
    readonly pid: number,
    readonly port: number,
    private readonly birth: string,
  ) {}

  /**
   * The server that runs on a data directory, if any; it may have been left by a killed process.
   */
  static of(dataDir: string): (Postmaster & { ready: boolean }) | undefined {
    const file = readPidFile(dataDir);
    const birth = file && mayBeServerOf(dataDir, file.pid) ? birthOf(file.pid) : undefined;
    return file && birth
      ? Object.assign(new Postmaster(file.pid, file.port, birth), { ready: file.ready })
      : undefined;
  }

  /** The server as a child of this process, which is notified when it ends. */
  withChild(child: ChildProcess): this {
    this.child = child;
    return this;
  }

  /** Resolves when the server has ended for whatever reason. */
  async untilEnd(): Promise<void> {
    const child = this.child;
    if (!child) while (this.isAlive) await sleep(WATCH_MS, undefined, { ref: false });
    else if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve));
  }

  get isAlive(): boolean {
    return birthOf(this.pid) === this.birth;
  }

  /**
   * Fast shutdown: closes sessions and writes everything to disk. Returns when the process is gone.
   */
  async stop(): Promise<void> {
    // Its end must be noticed before this process ends, which may have nothing else to wait for.
    this.child?.ref();
    const hasEnded =
      (await this.endsAfter('SIGINT', FAST_SHUTDOWN_TIMEOUT_MS)) ||
      // Immediate shutdown loses no commits either; the next start replays the log.
      (await this.endsAfter('SIGQUIT', IMMEDIATE_SHUTDOWN_TIMEOUT_MS));
    if (!hasEnded)
      throw new EmbeddedPostgresError(`PostgreSQL (process ${this.pid}) does not end.`);
    // The end of another process's child is noticed by a timer, which keeps no process alive.
    if (!this.child) await sleep(WATCH_MS);
  }

  private async endsAfter(signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    try {
      if (this.isAlive) process.kill(this.pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    while (this.isAlive) {
      if (Date.now() > deadline) return false;
      await sleep(10);
    }
    return true;
  }
}

function readPidFile(dataDir: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      ready: lines[7]?.trim() === 'ready',
    };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes a pid file whose pid now belongs to another program, which PostgreSQL would mistake for a
 * running server. A file of a vanished process stays: PostgreSQL uses it to check for remaining
 * children.
 */
export async function removeForeignPidFile(dataDir: string): Promise<void> {
  const file = readPidFile(dataDir);
  if (file && birthOf(file.pid) && !mayBeServerOf(dataDir, file.pid)) await removePidFile(dataDir);
}

/**
 * Removes the pid file. If its server is alive after all, the new server refuses to start because
 * the shared memory is in use.
 */
export async function removePidFile(dataDir: string): Promise<undefined> {
  await rm(join(dataDir, 'postmaster.pid'), { force: true });
}

/**
 * `ours`: the server answers and runs on this data directory. `other`: it certainly does not.
 * `busy`: it cannot answer now.
 */
export async function checkServer(
  cluster: Cluster,
  { pid, port }: Postmaster,
  password: string,
): Promise<'ours' | 'other' | 'busy'> {
  const client = new Client({ ...CONNECT, port, user: USER, password });
  client.on('error', () => {}); // The server may end meanwhile, which the query reports too.
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0]!.pid) === pid ? 'ours' : 'other';
  } catch (error) {
    if (errorCode(error) === 'ECONNREFUSED') return 'other';
    if (errorCode(error) !== '28P01') return 'busy';
    const advice = `Restore ${cluster.dir}/connection.json, or stop that process.`;
    throw new EmbeddedPostgresError(
      `A server listens on port ${port} for ${cluster.dir}, but refuses the password kept ` +
        `there. ${advice}`,
      error,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Explicit values for everything that environment variables (PGSSLMODE, PGOPTIONS, ...) could
 * change.
 */
const CONNECT = {
  host: '127.0.0.1',
  database: 'postgres',
  ssl: false,
  options: '',
  connectionTimeoutMillis: 5_000,
  query_timeout: 5_000,
};

/** Creates the service's database at the first start. */
export async function ensureDatabase(name: string, port: number, password: string): Promise<void> {
  const client = new Client({ ...CONNECT, port, user: USER, password, query_timeout: 60_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
