import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './embedded-postgres.error.js';
import { LivenessSocket, probe } from './liveness-socket.js';
import { excludeEachOther, type Place, sharesProcesses, sharesSockets } from './place.js';
import { birthOf } from './process-identity.js';

/** The process that claims a folder. */
export interface Claimant {
  pid: number;
  birth: string | null;
  place: Place;
  hasSocket: boolean;
}

/** `doubtful`: only its heartbeat can tell. */
export type Verdict = 'alive' | 'void' | 'doubtful';

/** Timing of heartbeats. */
export interface HeartbeatTiming {
  beatMs: number;
  /** After this silence a claimant of unknown state counts as gone. */
  staleMs: number;
}

const CLAIMANT = 'claim.json';
const BEAT = 'beat';
const SOCKET = 'socket';

/**
 * A claim of this process on a folder: a record of the claimant, a socket that lives as long as the
 * process, and a heartbeat.
 */
export class Claim {
  private timer?: NodeJS.Timeout;
  private beats = 0;

  private constructor(
    readonly path: string,
    private readonly socket: LivenessSocket | undefined,
  ) {}

  /** Publishes a claim in `claims` atomically. */
  static async publish(claims: string, place: Place): Promise<Claim> {
    const unique = randomBytes(6).toString('hex');
    const fresh = join(claims, `.${unique}`);
    await mkdir(fresh);
    const socket = await LivenessSocket.create(join(fresh, SOCKET));
    try {
      const claimant: Claimant = {
        pid: process.pid,
        birth: birthOf(process.pid) ?? null,
        place,
        hasSocket: socket !== undefined,
      };
      await writeFile(join(fresh, CLAIMANT), `${JSON.stringify(claimant)}\n`);
      await writeFile(join(fresh, BEAT), '0'.padEnd(20));
      // The name has the format of earlier releases, which judge a claim by its name only.
      const name = `${process.pid}-${claimant.birth}`;
      const path = await rename(fresh, join(claims, name)).then(
        () => join(claims, name),
        // A process elsewhere has the same pid and start time.
        () => join(claims, `${name}-${unique}`),
      );
      if (!path.endsWith(name)) await rename(fresh, path);
      return new Claim(path, socket);
    } catch (error) {
      socket?.close();
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
  }

  /** Starts the heartbeat. `onLost` is called once when another process has revoked the claim. */
  keepBeating({ beatMs }: HeartbeatTiming, onLost: () => void): void {
    const next = (): void => {
      this.timer = setTimeout(() => {
        void this.beat().then((isKept) => (isKept ? this.timer && next() : onLost()));
      }, beatMs).unref();
    };
    next();
  }

  /** @returns False when the claim is gone. A full or failing disk does not end a claim. */
  private async beat(): Promise<boolean> {
    try {
      const file = await open(join(this.path, BEAT), 'r+');
      // Overwrites in place with a constant length, so that a full disk is no problem.
      await file.write(String(++this.beats).padEnd(20), 0).finally(() => file.close());
      return true;
    } catch (error) {
      return errorCode(error) !== 'ENOENT' || this.timer === undefined;
    }
  }

  async withdraw(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await rm(this.path, { recursive: true, force: true });
    this.socket?.close();
  }
}

/** Reads the claimant; undefined when the claim is gone or was never completed. */
export async function readClaimant(claim: string): Promise<Claimant | undefined> {
  try {
    return JSON.parse(await readFile(join(claim, CLAIMANT), 'utf8')) as Claimant;
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw error;
    return undefined;
  }
}

/** Judges a claimant by what is known immediately. */
export async function judge(claim: string, claimant: Claimant, here: Place): Promise<Verdict> {
  const isProcess = sharesProcesses(claimant.place, here);
  if (isProcess && birthOf(claimant.pid) === claimant.birth) return 'alive';
  const socket =
    claimant.hasSocket && sharesSockets(claimant.place, here)
      ? await probe(join(claim, SOCKET))
      : 'unknown';
  if (socket === 'alive') return 'alive'; // Also when this account may not see the process.
  if (isProcess || socket === 'dead' || excludeEachOther(claimant.place, here)) return 'void';
  return 'doubtful';
}

/**
 * Whether the heartbeat of a claim advances, measured with this process's clock. Returns at the
 * first beat, or after the silence that proves the opposite.
 */
export async function isBeating(
  claim: string,
  { beatMs, staleMs }: HeartbeatTiming,
): Promise<boolean> {
  const before = await readBeat(claim);
  for (const began = performance.now(); performance.now() - began < staleMs;) {
    await sleep(beatMs / 2);
    const beat = await readBeat(claim);
    if (beat === undefined) return false;
    if (beat !== before) return true;
  }
  return false;
}

/** Undefined when the claim is gone. An unreadable heartbeat counts as silent. */
function readBeat(claim: string): Promise<string | undefined> {
  return readFile(join(claim, BEAT), 'utf8').catch((error: unknown) =>
    errorCode(error) === 'ENOENT' ? undefined : 'unreadable',
  );
}

/** Revokes a claim; its owner notices at its next heartbeat. */
export async function revoke(claim: string): Promise<void> {
  await rm(claim, { recursive: true, force: true });
}
