import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';
import { birthOf } from './process-identity.js';

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
    return async () => {
      lockedHere.delete(dir);
      await release();
    };
  } catch (error) {
    lockedHere.delete(dir);
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The folder ${dir} for the database is not writable. Check its owner.`,
      error,
    );
  }
}

/** Whether a living process has locked `dir`. */
export async function isLocked(dir: string): Promise<boolean> {
  return (await ownersIn(ownersOf(dir))).some(({ isAlive }) => isAlive);
}

interface Owner {
  path: string;
  pid: number;
  /** Whether this process sees that one, which is not so in another container. */
  isVisible: boolean;
  isAlive: boolean;
}

async function lockAgainstOthers(dir: string): Promise<() => Promise<void>> {
  const owners = ownersOf(dir);
  await mkdir(owners, { recursive: true });
  // Earlier versions know an owner by this name alone, and would start a second server.
  const name = join(owners, `${process.pid}-${birthOf(process.pid)}`);
  for (let attempt = 1; ; attempt++) {
    const unique = randomBytes(6).toString('hex');
    const mine = `${name}.${unique}`;
    const socket = await LivenessSocket.create(mine);
    await writeFile(name, '');
    const withdraw = async (): Promise<void> => {
      for (const path of [mine, name]) await rm(path, { force: true });
      socket?.close();
    };
    const living = await findLiving(owners, [mine, name]).catch(async (error: unknown) => {
      await withdraw();
      throw error;
    });
    if (!living) return withdraw;
    await withdraw();
    if (attempt === ATTEMPTS) throw inUse(dir, living);
    // Two processes that saw each other both withdraw, and retry after different times.
    await sleep(10 + Math.random() * 90);
  }
}

/** Finds another living owner, and removes what others have left. */
async function findLiving(owners: string, mine: string[]): Promise<Owner | undefined> {
  const others = (await ownersIn(owners)).filter(({ path }) => !mine.includes(path));
  const living = others.find(({ isAlive }) => isAlive);
  if (!living) for (const { path } of others) await rm(path, { recursive: true, force: true });
  return living;
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
    const isAlive = isVisible || (await isHeld(socket));
    found.push({ path, pid: Number(pid), isVisible, isAlive });
  }
  return found;
}

function ownersOf(dir: string): string {
  return join(dir, 'owners');
}

function inUse(dir: string, { pid, isVisible }: Pick<Owner, 'pid' | 'isVisible'>): Error {
  const where = isVisible ? '' : ' of another container';
  return new EmbeddedPostgresError(
    `The data in ${dir} is in use by process ${pid}${where}. Stop it first, or use another ` +
      `folder for this one. To run several instances: ${USE_A_SERVER}`,
  );
}

/**
 * A Unix socket that shows whether a process is alive. The kernel accepts connections while any
 * process holds the socket, even a suspended one, and refuses them as soon as the last holder has
 * ended. This works across containers that share the folder.
 */
export class LivenessSocket {
  private constructor(private readonly server: Server) {}

  /**
   * Undefined where sockets cannot be created, such as on some network and desktop file systems.
   */
  static async create(path: string): Promise<LivenessSocket | undefined> {
    const server = createServer((client) => client.destroy());
    // Closing the server removes the path it was bound to, so that must not be the path that is
    // asked for.
    const fresh = `.${randomBytes(6).toString('hex')}`;
    try {
      await withShortPath(join(dirname(path), fresh), (short) => listen(server, short));
      await rename(join(dirname(path), fresh), path);
    } catch {
      server.close();
      await rm(join(dirname(path), fresh), { force: true });
      return undefined;
    }
    server.on('error', () => {}); // The attempt to connect is enough.
    return new LivenessSocket(server.unref());
  }

  /** For `stdio` of a child process: the child and its children then hold the socket too. */
  get stdio(): number | undefined {
    const handle = (this.server as unknown as { _handle?: { fd?: number } })._handle;
    return handle?.fd !== undefined && handle.fd >= 0 ? handle.fd : undefined;
  }

  /** Releases the socket in this process. */
  close(): void {
    this.server.close();
  }
}

/** Whether any process holds the socket. False also for what is no socket. */
export async function isHeld(path: string): Promise<boolean> {
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

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
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
