import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../bench/service.mjs';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl', 'pg_dump', 'pg_restore'];
const START_MS = 60_000;
export const DATABASE = 'flags';
/**
 * The service's role is not a superuser, so it cannot use the connections that are reserved for
 * superusers.
 */
export const ROLE = 'flags';

/**
 * The folder with the programs of PostgreSQL: from PATH, otherwise the newest version that Debian
 * has installed.
 */
export async function findPrograms() {
  const installed = await readdir(DEBIAN).catch(() => []);
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...installed.sort((a, b) => Number(b) - Number(a)).map((one) => join(DEBIAN, one, 'bin')),
  ];
  const lacking = (folder) => NEEDED.filter((name) => !existsSync(join(folder, name)));
  const found = folders.find((folder) => lacking(folder).length === 0);
  if (found) return found;
  throw new Error(
    `No folder of PATH or ${DEBIAN}/*/bin has all of ${NEEDED.join(', ')}. Install PostgreSQL ` +
      '15 or later with its client programs, for example with `apt-get install postgresql`. The ' +
      'embedded server lacks pg_basebackup and pg_dump.',
  );
}

/** The account that PostgreSQL runs as, since it refuses to run as root. */
function accountOf() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL server with its own data folder. */
export class Cluster {
  #account = accountOf();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #server;

  /** @param {string} programs @param {string} dir @param {number} port */
  constructor(programs, dir, port) {
    this.programs = programs;
    this.dir = dir;
    this.port = port;
  }

  /**
   * Creates an empty cluster.
   * @param {string} programs
   * @param {string} dir
   */
  static async create(programs, dir) {
    const cluster = new Cluster(programs, dir, await freePort());
    await cluster.#makeFolder();
    const options = ['-A', 'trust', '-U', 'postgres', '--encoding=UTF8', '--locale=C'];
    await cluster.run('initdb', ['-D', dir, ...options]);
    await writeFile(
      join(dir, 'postgresql.auto.conf'),
      [
        `port = ${cluster.port}`,
        "listen_addresses = '127.0.0.1'",
        "unix_socket_directories = ''",
        'max_wal_size = 64MB',
        'min_wal_size = 32MB',
        '',
      ].join('\n'),
    );
    return cluster;
  }

  /**
   * Creates a streaming standby of this cluster.
   * @param {string} dir
   * @param {string} name
   */
  async standby(dir, name) {
    const standby = new Cluster(this.programs, dir, await freePort());
    await standby.#makeFolder();
    const source = `host=127.0.0.1 port=${this.port} user=postgres application_name=${name}`;
    await standby.run('pg_basebackup', [
      '-D',
      dir,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '-d',
      source,
    ]);
    const settings = join(dir, 'postgresql.auto.conf');
    await writeFile(settings, `${await readFile(settings, 'utf8')}port = ${standby.port}\n`);
    return standby;
  }

  async #makeFolder() {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    const { uid, gid } = this.#account;
    if (uid !== undefined && gid !== undefined) await chown(this.dir, uid, gid);
  }

  /**
   * Runs a program of PostgreSQL.
   * @param {string} program
   * @param {string[]} args
   */
  run(program, args) {
    const options = { ...this.#account, cwd: '/', maxBuffer: 2 ** 28 };
    return run(join(this.programs, program), args, options);
  }

  async start() {
    const server = spawn(join(this.programs, 'postgres'), ['-D', this.dir], {
      ...this.#account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#server = server;
    this.log = '';
    server.stderr.on('data', (text) => (this.log = (this.log + text).slice(-20_000)));
    await this.untilReady();
  }

  get isRunning() {
    return this.#server?.exitCode === null && this.#server.signalCode === null;
  }

  async untilReady() {
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
      if (!this.isRunning) break;
      if (await this.query('SELECT 1').catch(() => undefined)) return;
    }
    throw new Error(`PostgreSQL did not start:\n${this.log}`);
  }

  /** @param {{ database?: string, role?: string }} [as] */
  url({ database = 'postgres', role = 'postgres' } = {}) {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /**
   * Runs a statement as superuser.
   * @param {string} sql
   * @param {unknown[]} [values]
   */
  async query(sql, values = [], database = DATABASE) {
    const client = await this.connect({ database }).catch((error) => {
      if (error.code === '3D000' && database === DATABASE)
        return this.connect({ database: 'postgres' });
      throw error;
    });
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      void client.end().catch(() => {});
    }
  }

  /** @param {{ database?: string, role?: string }} [as] */
  async connect(as) {
    const client = new pg.Client({
      connectionString: this.url(as),
      connectionTimeoutMillis: 5_000,
      query_timeout: 30_000,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /**
   * Sends a signal to the server and all its processes.
   * @param {NodeJS.Signals} signal
   */
  async signalAll(signal) {
    const parent = this.#server?.pid;
    if (parent === undefined) return;
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(parent)]).catch(() => ({
      stdout: '',
    }));
    const children = stdout.split(/\s+/).filter(Boolean).map(Number);
    for (const pid of [parent, ...children]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }

  /** Kills all processes at the same time, like a power failure. */
  async kill() {
    const ended = this.#whenEnded();
    await this.signalAll('SIGKILL');
    await ended;
  }

  async stop() {
    if (!this.isRunning) return;
    const ended = this.#whenEnded();
    await this.signalAll('SIGCONT');
    this.#server?.kill('SIGINT');
    await ended;
  }

  async remove() {
    await this.stop();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** @returns {Promise<void>} */
  #whenEnded() {
    const server = this.#server;
    if (!server || !this.isRunning) return Promise.resolve();
    return new Promise((resolve) => server.once('exit', () => resolve()));
  }
}
