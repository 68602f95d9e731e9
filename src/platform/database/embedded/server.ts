import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, commandAs, dataDirFor, findBinaries, handOver } from './binaries.js';
import { programEnvironment, serverAccount } from './binaries.js';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError, errorCode, USE_A_SERVER } from './embedded-postgres.error.js';
import { birthOf, holdSocket, isHeld, isServerOf } from './folder-lock.js';

/** Options of starting the server. */
export interface StartOptions {
  durable: boolean;
  log: (line: string, level?: 'debug' | 'warn' | 'error') => void;
  /** Whether the port must stay the same, as for a restart, when callers already know it. */
  keepsPort?: boolean;
}

/** Upper bound for replaying the log after a crash, given its maximum size. */
const READY_TIMEOUT_MS = 300_000;
const LEFTOVER_TIMEOUT_MS = 15_000;
/** A server may outlive its owner while its container is being stopped. */
const ENDING_MS = 5_000;
const PORT_ATTEMPTS = 10;
/** Complaint of a server in whose data directory the children of a killed one are still ending. */
const IN_USE = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;
const LOG_FILE_LIMIT = 10 * 1024 * 1024;

/** Given on the command line, so that they override the files of the cluster. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  wal_compression: 'off', // pglz, which this build uses, takes as long for a page as a switch.
  random_page_cost: '1.1',
  jit: 'off', // Compiling costs more than these statements take.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The service reports failed statements itself; their text may contain personal data.
  log_min_messages: 'log',
};

/**
 * For tests: a crash of the server may lose recent commits, a crash of the machine everything.
 * Databases live for seconds and need no vacuum, which would delay dropping them. Test files keep
 * connections for those after them. A session plans each prepared statement once, instead of five
 * more times for the values of its first calls.
 */
const NOT_DURABLE = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/**
 * Runs a program that ends with this process: a shell beside it waits for the end of the line on
 * descriptor 3, which the kernel closes with this process, and asks the program for a fast
 * shutdown. A word on the line dismisses the shell. It does not hold the server's socket.
 */
const ENDS_WITH_US = '( ( read -r word <&3 || kill -INT $$ ) 4>&- & ); exec "$@" 3<&-';

/** A running server, which ends with this process. */
export class Server {
  constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  get pid(): number {
    return this.child.pid!;
  }

  /** Resolves when the server has ended for whatever reason. */
  async untilEnd(): Promise<void> {
    if (isRunning(this.child)) await once(this.child, 'exit');
  }

  /** Fast shutdown: closes sessions and writes everything to disk. */
  stop(): Promise<void> {
    return shutDown(this.pid, () => isRunning(this.child));
  }
}

/** Starts a server on the cluster, whose folder this process owns. */
export async function startServer(cluster: Cluster, options: StartOptions): Promise<Server> {
  await stopLeftBehind(cluster, options.log);
  const binaries = await findBinaries(cluster.dir, serverAccount(cluster.dataDir));
  if (!cluster.exists) {
    await cluster.create(binaries, options.durable);
    options.log(`Created a PostgreSQL ${binaries.major} database cluster in ${cluster.dir}`);
  }
  await cluster.check(binaries.major);
  await handOver(cluster.dataDir, binaries.account);
  if (!(await cluster.readConnection()).isUnprivileged) {
    // A server that was killed has to recover and shut down first.
    await (await launch(cluster, binaries, options)).stop();
    await cluster.removeSuperuserRights(binaries);
    options.log(
      `The service connects to the database in ${cluster.dir} as an ordinary role from now on.`,
    );
  }
  return launch(cluster, binaries, options);
}

/**
 * Ends what a killed owner has left, which is usually ending already: its server, or the last
 * children of one that was killed too.
 */
export async function stopLeftBehind(
  { dir, dataDir, serverSocket }: Cluster,
  log: StartOptions['log'] = () => {},
): Promise<void> {
  const { pid } = readPidFile(dataDir);
  const birth = pid && birthOf(pid);
  if (pid && isServerOf(dataDir, pid)) {
    log(`Stopping the PostgreSQL server left behind by an earlier process (process ${pid})`);
    await shutDown(pid, () => birthOf(pid) === birth);
  } else if (birth) {
    // PostgreSQL would take the other program that has this pid now for a running server.
    await rm(join(dataDir, PID_FILE), { force: true });
  }
  const deadline = Date.now() + ENDING_MS;
  while (await isHeld(serverSocket)) {
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(
        `A PostgreSQL server of another container still runs on the data in ${dir}, although the ` +
          `service that started it has ended. Stop that container, or use another folder for ` +
          `this one. ${USE_A_SERVER}`,
      );
    await sleep(50);
  }
}

async function launch(
  cluster: Cluster,
  binaries: Binaries,
  { durable, keepsPort, log }: StartOptions,
): Promise<Server> {
  const connection = await cluster.readConnection();
  let port = connection.port;
  const deadline = Date.now() + LEFTOVER_TIMEOUT_MS;
  for (let ports = 1; ;) {
    port ??= await freePort();
    const outcome = await tryLaunch(cluster, binaries, port, durable);
    if (outcome instanceof Server) {
      if (connection.port && connection.port !== port)
        log(`Port ${connection.port} is taken; PostgreSQL now listens on port ${port}`);
      if (connection.port !== port) await cluster.saveConnection({ ...connection, port });
      return outcome;
    }
    if (IN_USE.test(outcome) && Date.now() < deadline) await sleep(100);
    else if (!keepsPort && PORT_TAKEN.test(outcome) && ports++ < PORT_ATTEMPTS) port = undefined;
    else
      throw new EmbeddedPostgresError(`PostgreSQL did not start on ${cluster.dataDir}.`, outcome);
  }
}

/** One attempt. @returns A ready server, or its error output. */
async function tryLaunch(
  cluster: Cluster,
  binaries: Binaries,
  port: number,
  durable: boolean,
): Promise<Server | string> {
  const log = await openLog(cluster.logFile);
  const { size } = await log.stat();
  const socket = await holdSocket(cluster.serverSocket);
  try {
    const settings = { ...SETTINGS, port, ...(durable ? {} : NOT_DURABLE) };
    const child = spawnServer(cluster.dataDir, binaries, settings, [log.fd, socket?.fd]);
    if (await untilReady(cluster, child)) return new Server(child, port);
    const complaint = (await readFile(cluster.logFile)).subarray(size).toString().trim();
    return complaint || `See ${cluster.logFile}`;
  } finally {
    socket?.close();
    await log.close();
  }
}

function spawnServer(
  dataDir: string,
  { postgres, account }: Binaries,
  settings: Record<string, string | number>,
  [log, socket]: [log: number, socket: number | undefined],
): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [postgres, '-D', dataDirFor(account, dataDir), ...options];
  const child = spawn('/bin/sh', ['-c', ENDS_WITH_US, 'sh', ...command], {
    ...commandAs(account),
    cwd: dataDir,
    env: programEnvironment(),
    // Ctrl-C reaches the process group of the service, which then ends the server in order.
    detached: true,
    stdio: ['ignore', log, log, 'pipe', socket ?? 'ignore'],
  });
  const line = child.stdio[3] as Socket;
  line.on('error', () => {}).unref();
  child.once('exit', () => line.end('dismissed\n')).unref();
  return child;
}

/** Waits until the server accepts connections. False when it has ended. */
async function untilReady({ dataDir, logFile }: Cluster, child: ChildProcess): Promise<boolean> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (failure) throw new EmbeddedPostgresError('PostgreSQL could not be run.', failure);
    if (!isRunning(child)) return false;
    const { pid, isReady } = readPidFile(dataDir);
    if (pid === child.pid && isReady) return true;
    await sleep(5);
  }
  child.kill('SIGQUIT');
  throw new EmbeddedPostgresError(
    `PostgreSQL was not ready after ${READY_TIMEOUT_MS / 1000} s. See ${logFile}`,
  );
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

const PID_FILE = 'postmaster.pid';

function readPidFile(dataDir: string): { pid?: number; isReady?: boolean } {
  try {
    const lines = readFileSync(join(dataDir, PID_FILE), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw error;
  }
}

/** Returns when the process is gone. Immediate shutdown loses no commits: the log is replayed. */
async function shutDown(pid: number, isAlive: () => boolean): Promise<void> {
  for (const [signal, timeoutMs] of [['SIGINT', 30_000] as const, ['SIGQUIT', 10_000] as const]) {
    const deadline = Date.now() + timeoutMs;
    try {
      if (isAlive()) process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    while (isAlive() && Date.now() < deadline) await sleep(10);
    if (!isAlive()) return;
  }
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not end.`);
}

/** Appends to the log, so that earlier errors stay readable; a large log is rotated. */
async function openLog(path: string): Promise<FileHandle> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > LOG_FILE_LIMIT) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** Another process may take the port first; then PostgreSQL fails and another port is tried. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
