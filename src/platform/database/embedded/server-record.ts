import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';
import { LivenessSocket, probe } from './liveness-socket.js';
import { excludeEachOther, type Place, placeOf, sharesProcesses, sharesSockets } from './place.js';
import { removePidFile } from './postmaster.js';

/** A server may outlive its owner while its container is being stopped. */
const ENDING_MS = 5_000;
/** A PostgreSQL server checks its pid file every minute, and shuts down when it is gone. */
const FENCE_MS = 65_000;

/** The place where the server of a cluster was started. */
interface RecordedServer {
  place: Place;
  hasSocket: boolean;
}

/** Timing, which tests shorten. */
export interface FenceTiming {
  endingMs?: number;
  fenceMs?: number;
}

/**
 * Information about a cluster's server beyond its pid file, from which another container cannot
 * tell whether the server is alive: the place where it was started, and a socket that it and its
 * children hold.
 */
export class ServerRecord {
  private readonly file: string;
  private readonly socket: string;

  constructor(
    private readonly dir: string,
    private readonly dataDir: string,
  ) {
    this.file = join(dir, 'server.json');
    this.socket = join(dir, 'server.sock');
  }

  /**
   * Records a server that is about to start here. Pass the socket to its process, then close it
   * here.
   */
  async write(): Promise<LivenessSocket | undefined> {
    const socket = await LivenessSocket.create(this.socket);
    const hasSocket = socket?.stdio !== undefined;
    await writeFile(
      `${this.file}.new`,
      `${JSON.stringify({ place: placeOf(this.dir), hasSocket } satisfies RecordedServer)}\n`,
    );
    await rename(`${this.file}.new`, this.file);
    return socket;
  }

  /** Removes the record of a server that has ended. */
  async remove(): Promise<void> {
    await rm(this.file, { force: true });
    await rm(this.socket, { force: true });
  }

  /**
   * Makes sure that no server of another container or machine runs on the data. Servers of this
   * place are recognised by the pid file.
   * @throws EmbeddedPostgresError when there is one.
   */
  async excludeOthers(
    log: (line: string) => void,
    { endingMs = ENDING_MS, fenceMs = FENCE_MS }: FenceTiming = {},
  ): Promise<void> {
    const recorded = await this.read();
    if (!recorded) return;
    const [here, there] = [placeOf(this.dir), recorded.place];
    if (sharesProcesses(here, there) || excludeEachOther(here, there)) return;
    const socket =
      recorded.hasSocket && sharesSockets(here, there) ? await this.untilDead(endingMs) : 'unknown';
    if (socket === 'alive') throw stillRuns(this.dir, there.host);
    if (socket === 'unknown' && existsSync(join(this.dataDir, 'postmaster.pid'))) {
      log(
        `Waiting ${fenceMs / 1000} s so that a server that ${there.host} may have left ` +
          'running detects that it has lost this database.',
      );
      await removePidFile(this.dataDir);
      await sleep(fenceMs);
    }
    await removePidFile(this.dataDir); // Its pid would be mistaken for one of this place.
    await this.remove();
  }

  private async untilDead(endingMs: number): Promise<'alive' | 'dead' | 'unknown'> {
    const deadline = performance.now() + endingMs;
    for (;;) {
      const liveness = await probe(this.socket);
      if (liveness !== 'alive' || performance.now() > deadline) return liveness;
      await sleep(100);
    }
  }

  private async read(): Promise<RecordedServer | undefined> {
    try {
      return JSON.parse(await readFile(this.file, 'utf8')) as RecordedServer;
    } catch {
      return undefined;
    }
  }
}

function stillRuns(dir: string, host: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A PostgreSQL server of another container or machine (${host}) still runs on the data in ` +
      `${dir}, although the service that started it has ended. ` +
      `Stop that container, or use another folder for this one. ${USE_A_SERVER}`,
  );
}
