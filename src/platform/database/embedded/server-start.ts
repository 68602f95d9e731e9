import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat, type FileHandle } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandAs, dataDirFor, handOver, serverAccount, type Account } from './binaries.js';
import { findBinaries, programEnvironment, type Binaries } from './binaries.js';
import type { Cluster, Connection } from './cluster.js';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';
import { isHeld, LivenessSocket } from './folder-lock.js';
import { checkServer, removePidFile, removeForeignPidFile, Postmaster } from './postmaster.js';

/** Level of log messages for the operator. */
export type LogLevel = 'debug' | 'warn' | 'error';

/** Options of starting the server. */
export interface StartOptions {
  durable: boolean;
  log: (line: string, level?: LogLevel) => void;
  /** Whether the port must stay the same, as for a restart, when callers already know it. */
  keepsPort?: boolean;
}

/** Upper bound for replaying the log after a crash, given its maximum size. */
const READY_TIMEOUT_MS = 300_000;
const LEFTOVER_TIMEOUT_MS = 15_000;
/** A server may outlive its owner while its container is being stopped. */
const ENDING_MS = 5_000;
const PORT_ATTEMPTS = 10;
/** Connection refusals before giving up: a server may be closing its socket. */
const MAX_DENIALS = 4;
const LEFT_BEHIND = 'the PostgreSQL server left behind by an earlier process';
/**
 * Complaint of a server whose data directory is in use. Children of a killed server need a moment
 * to end, and its owner may have started another server just before.
 */
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
 * Starts a server on the cluster, or adopts one that a killed owner left behind. The caller owns
 * the folder.
 */
export async function startServer(cluster: Cluster, options: StartOptions): Promise<Postmaster> {
  await untilOthersEnd(cluster);
  const left = cluster.exists ? await adopt(cluster, options) : undefined;
  const isUnprivileged = cluster.exists ? (await cluster.readConnection()).isUnprivileged : true;
  if (left && isUnprivileged) return left;
  await left?.stop();
  const account = serverAccount(cluster.dataDir);
  const binaries = await findBinaries(cluster.dir, account);
  if (!cluster.exists) {
    await cluster.create(binaries, account, options.durable);
    options.log(`Created a PostgreSQL ${binaries.major} database cluster in ${cluster.dir}`);
  }
  await cluster.check(binaries.major);
  await handOver(cluster.dataDir, account);
  if (!isUnprivileged) await removeSuperuserRights(cluster, binaries, account, options);
  return launch(cluster, binaries, account, options);
}

/**
 * Waits for servers that this process does not see: one of another container, or the last children
 * of one that was killed.
 */
async function untilOthersEnd({ dir, dataDir, serverSocket }: Cluster): Promise<void> {
  const deadline = Date.now() + ENDING_MS;
  while (!Postmaster.of(dataDir) && (await isHeld(serverSocket))) {
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(
        `A PostgreSQL server of another container still runs on the data in ${dir}, although the ` +
          `service that started it has ended. Stop that container, or use another folder for ` +
          `this one. ${USE_A_SERVER}`,
      );
    await sleep(50);
  }
}

/**
 * Runs once for a cluster of an earlier release. A killed server has to recover and shut down
 * first.
 */
async function removeSuperuserRights(
  cluster: Cluster,
  binaries: Binaries,
  account: Account | undefined,
  options: StartOptions,
): Promise<void> {
  await (await launch(cluster, binaries, account, options)).stop();
  await cluster.removeSuperuserRights(binaries, account);
  options.log(
    `The service connects to the database in ${cluster.dir} as an ordinary role from now on.`,
  );
}

/** Waits while a left-behind server starts, recovers or shuts down. */
async function adopt(cluster: Cluster, { log }: StartOptions): Promise<Postmaster | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let [isAnnounced, denials] = [false, 0];
  for (
    let server = Postmaster.of(cluster.dataDir);
    server;
    server = Postmaster.of(cluster.dataDir)
  ) {
    const answer = server.ready
      ? await checkServer(cluster, server, (await cluster.readConnection()).password)
      : 'busy';
    if (answer === 'ours') {
      log(`Adopted ${LEFT_BEHIND} (process ${server.pid}, port ${server.port})`);
      return server;
    }
    denials = answer === 'other' ? denials + 1 : 0;
    if (denials === MAX_DENIALS) return removePidFile(cluster.dataDir);
    if (!isAnnounced) log(`Waiting for ${LEFT_BEHIND} (process ${server.pid})`);
    isAnnounced = true;
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${server.pid}) does not answer. See ${cluster.logFile}`,
      );
    await sleep(50);
  }
  return undefined;
}

async function launch(
  cluster: Cluster,
  binaries: Binaries,
  account: Account | undefined,
  options: StartOptions,
): Promise<Postmaster> {
  const connection = await cluster.readConnection();
  const deadline = Date.now() + LEFTOVER_TIMEOUT_MS;
  await removeForeignPidFile(cluster.dataDir);
  for (let ports = 1; ;) {
    const port = (connection.port ??= await freePort());
    const outcome = await tryLaunch(cluster, binaries, account, port, options);
    if (outcome instanceof Postmaster) {
      await keepPort(cluster, { ...connection, port }, options);
      return outcome;
    }
    const { complaint } = outcome;
    const isInUse = IN_USE.test(complaint);
    const adopted = isInUse ? await adopt(cluster, options) : undefined;
    if (adopted) return adopted;
    if (isInUse && Date.now() < deadline) await sleep(100);
    else if (!options.keepsPort && PORT_TAKEN.test(complaint) && ports++ < PORT_ATTEMPTS)
      connection.port = undefined;
    else
      throw new EmbeddedPostgresError(`PostgreSQL did not start on ${cluster.dataDir}.`, complaint);
  }
}

async function keepPort(
  cluster: Cluster,
  connection: Connection,
  { log }: StartOptions,
): Promise<void> {
  const { port: before } = await cluster.readConnection();
  if (before === connection.port) return;
  if (before) log(`Port ${before} is taken; PostgreSQL now listens on port ${connection.port}`);
  await cluster.saveConnection(connection);
}

/**
 * One attempt.
 * @returns A ready server, or its error output.
 */
async function tryLaunch(
  cluster: Cluster,
  binaries: Binaries,
  account: Account | undefined,
  port: number,
  options: StartOptions,
): Promise<Postmaster | { complaint: string }> {
  const logFile = await openLog(cluster.logFile);
  const { size } = await logFile.stat();
  const socket = await LivenessSocket.create(cluster.serverSocket);
  try {
    const child = spawnServer(cluster, binaries, account, port, options.durable, [
      logFile.fd,
      logFile.fd,
      socket?.stdio ?? 'ignore',
    ]);
    const server = await untilReady(cluster, child);
    if (!server)
      return {
        complaint:
          (await readFile(cluster.logFile)).subarray(size).toString().trim() ||
          `See ${cluster.logFile}`,
      };
    return server.withChild(child);
  } finally {
    socket?.close();
    await logFile.close();
  }
}

function spawnServer(
  cluster: Cluster,
  { postgres }: Binaries,
  account: Account | undefined,
  port: number,
  durable: boolean,
  /** Uses files instead of pipes, because the server must survive when this process is killed. */
  streams: (number | 'ignore')[],
): ChildProcess {
  const settings = { ...SETTINGS, port, ...(durable ? {} : NOT_DURABLE) };
  const args = [
    '-D',
    dataDirFor(account, cluster.dataDir),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = spawn(postgres, args, {
    ...commandAs(account),
    cwd: cluster.dataDir,
    env: programEnvironment(),
    // Uses a process group of its own, because Ctrl-C must reach the service only, which then stops
    // the server.
    detached: true,
    stdio: ['ignore', ...streams],
  });
  child.unref();
  return child;
}

/** Waits until the server accepts connections; undefined when it has ended. */
async function untilReady(cluster: Cluster, child: ChildProcess): Promise<Postmaster | undefined> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (failure) throw new EmbeddedPostgresError('PostgreSQL could not be run.', failure);
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    const server = Postmaster.of(cluster.dataDir);
    if (server?.pid === child.pid && server?.ready) return server;
    await sleep(5);
  }
  child.kill('SIGQUIT');
  throw new EmbeddedPostgresError(
    `PostgreSQL was not ready after ${READY_TIMEOUT_MS / 1000} s. See ${cluster.logFile}`,
  );
}

/** Appends to the log, so that earlier errors stay readable; a large log is rotated. */
async function openLog(path: string): Promise<FileHandle> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > LOG_FILE_LIMIT) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** Another process may take the port first; then PostgreSQL fails and another port is tried. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
