import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';

/** `unknown` when the file system or a security module hides the answer. */
export type Liveness = 'alive' | 'dead' | 'unknown';

const PROBE_TIMEOUT_MS = 1_000;
/** The shortest path limit of all platforms, minus the length of a name within a folder. */
const MAX_PATH_LENGTH = 90;

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
    // probed.
    const fresh = `${basename(path)}.${randomBytes(4).toString('hex')}`;
    try {
      await withShortPath(join(dirname(path), fresh), (short) => listen(server, short));
      await rename(join(dirname(path), fresh), path);
    } catch {
      server.close();
      await rm(join(dirname(path), fresh), { force: true });
      return undefined;
    }
    server.on('error', () => {}); // The probe only needs the connection attempt.
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

/** Whether any process holds the socket. */
export async function probe(path: string): Promise<Liveness> {
  try {
    return await withShortPath(path, probeShort);
  } catch {
    return 'unknown';
  }
}

function probeShort(path: string): Promise<Liveness> {
  return new Promise((resolve) => {
    const client = connect({ path });
    const settle = (liveness: Liveness): void => {
      client.destroy();
      resolve(liveness);
    };
    client.setTimeout(PROBE_TIMEOUT_MS, () => settle('alive'));
    client.once('connect', () => settle('alive'));
    client.on('error', ({ code }: NodeJS.ErrnoException) => {
      // EAGAIN: a suspended process has a full backlog.
      settle(code === 'EAGAIN' ? 'alive' : code === 'ECONNREFUSED' ? 'dead' : 'unknown');
    });
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
