import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandAs, serverAccount } from '../../src/platform/database/embedded/binaries.js';
import { findBinaries } from '../../src/platform/database/embedded/binaries.js';
import { isReachable } from '../../src/platform/database/start-failure.js';
import { until } from './waiting.js';

/** Settings of a server that may lose its data with the machine, and that has room for one test. */
const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'fsync = off',
  'shared_buffers = 16MB',
  'wal_keep_size = 512MB',
  // A standby cancels reads that conflict with the log it replays, at once.
  'max_standby_streaming_delay = 0',
];

/** A PostgreSQL server for tests that need more than a database: a primary or a standby. */
export class TestCluster {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly postgres: string,
    private readonly folder: string,
    readonly name: string,
    private readonly port: number,
    private readonly account: ReturnType<typeof serverAccount>,
  ) {}

  /** A primary and a streaming standby, which is a copy of the primary before its first start. */
  static async pair(): Promise<{ primary: TestCluster; standby: TestCluster }> {
    const folder = mkdtempSync(path.join(tmpdir(), 'feature-flag-pair-'));
    const account = serverAccount(folder);
    if (account) chownSync(folder, account.uid, account.gid);
    const { postgres, initdb } = await findBinaries(folder, account);
    const primary = new TestCluster(postgres, folder, 'primary', await freePort(), account);
    const standby = new TestCluster(postgres, folder, 'standby', await freePort(), account);
    const options = ['-U', 'postgres', '--auth=trust', '--no-sync', '--no-locale', '-E', 'UTF8'];
    primary.runAs(initdb, ['-D', primary.dir, ...options]);
    primary.runAs('/bin/cp', ['-a', primary.dir, standby.dir]);
    for (const { dir } of [primary, standby])
      appendFileSync(path.join(dir, 'postgresql.conf'), `${SETTINGS.join('\n')}\n`);
    appendFileSync(
      path.join(standby.dir, 'postgresql.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`,
    );
    writeFileSync(path.join(standby.dir, 'standby.signal'), '');
    await primary.start();
    await standby.start();
    return { primary, standby };
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  async start(): Promise<void> {
    this.process = spawn(this.postgres, ['-D', this.dir, '-p', String(this.port)], {
      ...commandAs(this.account),
      cwd: '/',
      stdio: 'ignore',
    });
    await until(() => isReachable({ url: this.url, ssl: false }, 1_000));
  }

  /** Stops the server. SIGQUIT is the fastest signal that loses nothing. */
  async stop(signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (!process) return;
    const ended = once(process, 'exit');
    process.kill(signal);
    await ended;
  }

  /** Stops both servers of a pair and removes their files. */
  static async remove({ primary, standby }: Record<'primary' | 'standby', TestCluster>) {
    await standby.stop();
    await primary.stop();
    rmSync(primary.folder, { recursive: true, force: true });
  }

  private get dir(): string {
    return path.join(this.folder, this.name);
  }

  private runAs(program: string, args: string[]): void {
    const { status, stderr } = spawnSync(program, args, {
      ...commandAs(this.account),
      cwd: '/',
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
