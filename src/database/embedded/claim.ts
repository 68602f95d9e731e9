import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './embedded-postgres.error.js';
import { LivenessSocket, probe } from './liveness-socket.js';
import { excludeEachOther, type Place, sharesProcesses, sharesSockets } from './place.js';
import { birthOf } from './process-identity.js';

/** Who claims a folder. */
export interface Claimant {
  pid: number;
  birth: string | null;
  place: Place;
  hasSocket: boolean;
}

/** `doubtful`: only its heartbeat can tell. */
export type Verdict = 'alive' | 'void' | 'doubtful';

/** The timing of heartbeats. */
export interface HeartbeatTiming {
  beatMs: number;
  /** A claimant of which nothing else is known counts as gone after this silence. */
  staleMs: number;
}

const CLAIMANT = 'claim.json';
const BEAT = 'beat';
const SOCKET = 'socket';

/**
 * A claim of this process: a folder with who claims, a socket that lives as long, and a heartbeat.
 */
export class Claim {
  private timer?: NodeJS.Timeout;
  private beats = 0;

  private constructor(
    readonly path: string,
    private readonly socket: LivenessSocket | undefined,
  ) {}

  /** Publishes a claim in `claims` at once: nobody sees half of it. */
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
      // Named as by earlier releases, which judge a claim by its name alone.
      const name = `${process.pid}-${claimant.birth}`;
      const path = await rename(fresh, join(claims, name)).then(
        () => join(claims, name),
        () => join(claims, `${name}-${unique}`), // a process elsewhere has the same pid and birth
      );
      if (!path.endsWith(name)) await rename(fresh, path);
      return new Claim(path, socket);
    } catch (error) {
      socket?.close();
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
  }

  /** Beats from now on. `onLost` is called once, when somebody else has revoked the claim. */
  keepBeating({ beatMs }: HeartbeatTiming, onLost: () => void): void {
    const next = (): void => {
      this.timer = setTimeout(() => {
        void this.beat().then((isKept) => (isKept ? this.timer && next() : onLost()));
      }, beatMs).unref();
    };
    next();
  }

  /** @returns False when the claim is gone. A disk that is full or failing does not end a claim. */
  private async beat(): Promise<boolean> {
    try {
      const file = await open(join(this.path, BEAT), 'r+');
      // In place and of one length: a full disk has room for it.
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

/** Reads who made a claim; undefined when it is gone or was never finished. */
export async function readClaimant(claim: string): Promise<Claimant | undefined> {
  try {
    return JSON.parse(await readFile(join(claim, CLAIMANT), 'utf8')) as Claimant;
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw error;
    return undefined;
  }
}

/** What can be known of a claimant at once. */
export async function judge(claim: string, claimant: Claimant, here: Place): Promise<Verdict> {
  const isProcess = sharesProcesses(claimant.place, here);
  if (isProcess && birthOf(claimant.pid) === claimant.birth) return 'alive';
  const socket =
    claimant.hasSocket && sharesSockets(claimant.place, here)
      ? await probe(join(claim, SOCKET))
      : 'unknown';
  if (socket === 'alive') return 'alive'; // also where this account may not see the process
  if (isProcess || socket === 'dead' || excludeEachOther(claimant.place, here)) return 'void';
  return 'doubtful';
}

/**
 * Whether a claim's heart beats, by this process's own clock. Answers at the first beat, or after
 * the silence that proves the contrary.
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

/** Undefined when the claim is gone. One that cannot be read at the moment is silent. */
function readBeat(claim: string): Promise<string | undefined> {
  return readFile(join(claim, BEAT), 'utf8').catch((error: unknown) =>
    errorCode(error) === 'ENOENT' ? undefined : 'unreadable',
  );
}

/** Takes a claim away from whoever made it; the claimant notices at its next beat. */
export async function revoke(claim: string): Promise<void> {
  await rm(claim, { recursive: true, force: true });
}
