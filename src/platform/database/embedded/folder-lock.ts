import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

const ATTEMPTS = 4;
/** An older unfinished socket was left by a killed process. */
const UNFINISHED_MS = 60_000;
const PROBE_TIMEOUT_MS = 1_000;
/** The shortest path limit of all platforms, minus the length of a name within a folder. */
const MAX_PATH_LENGTH = 90;

/** Folders that this process has locked. */
const lockedHere = new Set<string>();

/**
 * Makes this process the only user of `dir` until it ends or calls the returned function. Each
 * process first publishes a socket and then looks for those of others, so of two concurrent ones at
 * least one sees the other. A living process never loses its lock.
 */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  if (lockedHere.has(dir)) throw inUse(dir, { pid: process.pid, isVisible: true });
  lockedHere.add(dir);
  try {
    const release = await lockAgainstOthers(dir);
    return () => release().finally(() => lockedHere.delete(dir));
  } catch (error) {
    lockedHere.delete(dir);
    if (error instanceof EmbeddedPostgresError) throw error;
    const message = `The folder ${dir} for the database is not writable. Check its owner.`;
    throw new EmbeddedPostgresError(message, error);
  }
}

/** Whether a living process has locked `dir`. */
export async function isLocked(dir: string): Promise<boolean> {
  return (await ownersIn(join(dir, 'owners'))).some(({ isAlive }) => isAlive);
}

interface Owner {
  path: string;
  pid: number;
  /** Whether this process sees that one, which is not so in another container. */
  isVisible: boolean;
  isAlive: boolean;
}

async function lockAgainstOthers(dir: string): Promise<() => Promise<void>> {
  const owners = join(dir, 'owners');
  await mkdir(owners, { recursive: true });
  // Earlier versions know an owner by this name alone, and would start a second server.
  const name = join(owners, `${process.pid}-${birthOf(process.pid)}`);
  for (let attempt = 1; ; attempt++) {
    const mine = `${name}.${randomBytes(6).toString('hex')}`;
    const socket = await holdSocket(mine);
    const withdraw = async (): Promise<void> => {
      for (const path of [mine, name]) await rm(path, { force: true });
      socket?.close();
    };
    try {
      await writeFile(name, '');
      const others = (await ownersIn(owners)).filter(({ path }) => ![mine, name].includes(path));
      const living = others.find(({ isAlive }) => isAlive);
      if (living) throw inUse(dir, living);
      for (const { path } of others) await rm(path, { recursive: true, force: true });
      return withdraw;
    } catch (error) {
      await withdraw();
      if (attempt === ATTEMPTS) throw error;
    }
    // Two processes that saw each other both withdraw, and retry after different times.
    await sleep(10 + Math.random() * 90);
  }
}

async function ownersIn(owners: string): Promise<Owner[]> {
  const found: Owner[] = [];
  for (const name of await readdir(owners).catch(() => [])) {
    const path = join(owners, name);
    const made = await stat(path).catch(() => undefined);
    if (!made) continue;
    if (name.startsWith('.')) {
      if (Date.now() - made.mtimeMs > UNFINISHED_MS) await rm(path, { recursive: true });
      continue;
    }
    const [, pid, birth] = /^(\d+)-([^.]+)/.exec(name) ?? [];
    const isVisible = pid !== undefined && birthOf(Number(pid)) === birth;
    // An earlier version had a folder with a socket.
    const socket = made.isDirectory() ? join(path, 'socket') : path;
    found.push({
      path,
      pid: Number(pid),
      isVisible,
      isAlive: isVisible || (await isHeld(socket)),
    });
  }
  return found;
}

function inUse(dir: string, { pid, isVisible }: Pick<Owner, 'pid' | 'isVisible'>): Error {
  const where = isVisible ? '' : ' of another container';
  return new EmbeddedPostgresError(
    `The data in ${dir} is in use by process ${pid}${where}. Stop it first, or use another ` +
      `folder for this one. To run several instances: ${USE_A_SERVER}`,
  );
}

/** A socket that this process holds. */
interface HeldSocket {
  /** For `stdio` of a child process: the child and its children then hold the socket too. */
  fd: number | undefined;
  /** Releases the socket in this process. */
  close: () => void;
}

/**
 * Creates a Unix socket that shows whether a process is alive. The kernel accepts connections while
 * any process holds the socket, even a suspended one, and refuses them as soon as the last holder
 * has ended. This works across containers that share the folder. Undefined where sockets cannot be
 * created, such as on some network and desktop file systems.
 */
export async function holdSocket(path: string): Promise<HeldSocket | undefined> {
  const server = createServer((client) => client.destroy());
  // Closing the server removes the path it was bound to, so that must not be the path that is asked
  // for.
  const fresh = join(dirname(path), `.${randomBytes(6).toString('hex')}`);
  try {
    await withShortPath(fresh, (short) => once(server.listen(short), 'listening'));
    await rename(fresh, path);
  } catch {
    server.close();
    await rm(fresh, { force: true });
    return undefined;
  }
  server.on('error', () => {}).unref(); // The attempt to connect is enough.
  const { _handle: handle } = server as unknown as { _handle?: { fd?: number } };
  const fd = handle?.fd !== undefined && handle.fd >= 0 ? handle.fd : undefined;
  return { fd, close: () => server.close() };
}

/** Whether any process holds the socket. False also for what is no socket. */
export function isHeld(path: string): Promise<boolean> {
  return withShortPath(path, acceptsConnections).catch(() => false);
}

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect({ path });
    const settle = (isHeld: boolean): void => {
      client.destroy();
      resolve(isHeld);
    };
    client.setTimeout(PROBE_TIMEOUT_MS, () => settle(true));
    client.once('connect', () => settle(true));
    // EAGAIN: a suspended process has a full backlog.
    client.on('error', ({ code }: NodeJS.ErrnoException) => settle(code === 'EAGAIN'));
  });
}

/**
 * Reaches paths that are too long for the kernel through an open folder, where the platform
 * supports it.
 */
async function withShortPath<T>(path: string, work: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(path) <= MAX_PATH_LENGTH) return work(path);
  if (process.platform !== 'linux') throw new Error('The path is too long for a socket.');
  const folder = await open(dirname(path), 'r');
  try {
    return await work(`/proc/self/fd/${folder.fd}/${basename(path)}`);
  } finally {
    await folder.close();
  }
}

const isLinux = process.platform === 'linux';

/**
 * Start time of a process in the platform's format; undefined when it does not exist or is a
 * zombie. A pid alone proves nothing: after a crash or in a new container it can belong to another
 * process.
 */
export function birthOf(pid: number): string | undefined {
  if (!isLinux) {
    const [state, ...began] = ps(pid, 'state=,lstart=').split(/\s+/);
    return !state || state.startsWith('Z') ? undefined : began.join('-').replaceAll(':', '-');
  }
  const stat = readOrNothing(`/proc/${pid}/stat`);
  // The second field, the program name, may contain blanks and parentheses, so fields are counted
  // from the last parenthesis.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return !state || state === 'Z' || state === 'X' ? undefined : rest[18];
}

/** Whether the process is the PostgreSQL server of this data directory. */
export function isServerOf(dataDir: string, pid: number): boolean {
  if (birthOf(pid) === undefined) return false;
  if (!isLinux) return ps(pid, 'command=').includes(`/postgres -D ${dataDir} -c`);
  if (readOrNothing(`/proc/${pid}/comm`).trim() !== 'postgres') return false;
  try {
    const [at, data] = [statSync(`/proc/${pid}/cwd`), statSync(dataDir)];
    return at.ino === data.ino && at.dev === data.dev;
  } catch {
    // Root without CAP_SYS_PTRACE, as in a container, may not look.
    return readOrNothing(`/proc/${pid}/cmdline`).includes(`\0-D\0${dataDir}\0`);
  }
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function ps(pid: number, columns: string): string {
  return (
    spawnSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    }).stdout ?? ''
  ).trim();
}
