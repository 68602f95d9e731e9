import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Claim,
  type Claimant,
  type HeartbeatTiming,
  isBeating,
  judge,
  readClaimant,
  revoke,
  type Verdict,
} from './claim.js';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';
import { type Place, placeOf, sharesProcesses } from './place.js';
import { birthOf } from './process-identity.js';

const ATTEMPTS = 4;
/** An older unfinished claim was left by a killed process. */
const UNFINISHED_MS = 60_000;
const TIMING: HeartbeatTiming = { beatMs: 2_000, staleMs: 15_000 };

/** Folders that this process has claimed. */
const claimedHere = new Set<string>();

/** How to claim a folder. */
export interface ClaimOptions {
  log: (line: string) => void;
  /** Called when another process has taken the folder; every use of it must stop at once. */
  onLost: () => void;
  timing?: HeartbeatTiming;
}

interface FoundClaim {
  path: string;
  claimant: Claimant;
  verdict: Verdict;
}

/**
 * Makes this process the only user of `dir` until it ends or calls the returned function. Each
 * process first publishes its claim and then examines the others, so of two concurrent ones at
 * least one sees the other. Claims of living processes are never revoked: a claim is void when the
 * kernel says that its process is gone or, where the kernel cannot tell, after a long silence.
 */
export async function claim(dir: string, options: ClaimOptions): Promise<() => Promise<void>> {
  if (claimedHere.has(dir)) throw inUse(dir, process.pid);
  claimedHere.add(dir);
  try {
    const mine = await claimAgainstOthers(dir, options);
    return async () => {
      claimedHere.delete(dir);
      await mine.withdraw();
    };
  } catch (error) {
    claimedHere.delete(dir);
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The folder ${dir} for the database is not writable. Check its owner.`,
      error,
    );
  }
}

async function claimAgainstOthers(
  dir: string,
  { log, onLost, timing = TIMING }: ClaimOptions,
): Promise<Claim> {
  const claims = claimsOf(dir);
  await mkdir(claims, { recursive: true });
  const here = placeOf(claims);
  for (let attempt = 1; ; attempt++) {
    const mine = await Claim.publish(claims, here);
    mine.keepBeating(timing, onLost);
    try {
      const living = await findLiving(claims, mine.path, here, { log, timing });
      if (!living) return mine;
      await mine.withdraw();
      if (attempt === ATTEMPTS) throw inUse(dir, living.pid, here, living.place);
    } catch (error) {
      await mine.withdraw().catch(() => {});
      throw error;
    }
    // Two processes that saw each other both withdraw, and retry after different times.
    await sleep(10 + Math.random() * 90);
  }
}

/** Finds another living claimant, and removes void claims. */
async function findLiving(
  claims: string,
  mine: string,
  here: Place,
  { log, timing }: { log: (line: string) => void; timing: HeartbeatTiming },
): Promise<Claimant | undefined> {
  const found = await findClaims(claims, here, mine);
  const alive = found.find(({ verdict }) => verdict === 'alive');
  if (alive) return alive.claimant;
  for (const { path, claimant, verdict } of found) {
    if (verdict === 'doubtful') {
      log(
        `Checking for ${timing.staleMs / 1000} s whether process ${claimant.pid} of ` +
          `${claimant.place.host} still uses this database.`,
      );
      if (await isBeating(path, timing)) return claimant;
    }
    await revoke(path);
  }
  return undefined;
}

/** Whether a process that is, or may be, alive claims `dir`. */
export async function isOwned(dir: string): Promise<boolean> {
  const claims = claimsOf(dir);
  if (!(await stat(claims).catch(() => undefined))) return false;
  return (await findClaims(claims, placeOf(claims))).some(({ verdict }) => verdict !== 'void');
}

async function findClaims(claims: string, here: Place, except?: string): Promise<FoundClaim[]> {
  const found: FoundClaim[] = [];
  for (const name of await readdir(claims).catch(() => [])) {
    const path = join(claims, name);
    if (path === except) continue;
    if (name.startsWith('.')) await removeUnfinished(path);
    else found.push(...(await findClaim(path, name, here)));
  }
  return found;
}

async function findClaim(path: string, name: string, here: Place): Promise<FoundClaim[]> {
  const claimant = await readClaimant(path);
  if (claimant) return [{ path, claimant, verdict: await judge(path, claimant, here) }];
  // Earlier releases claimed with an empty file named after the process, which is meaningful only
  // in its own place.
  const [, pid, birth] = /^(\d+)-(.+)$/.exec(name) ?? [];
  if (!pid) return [];
  const verdict = birthOf(Number(pid)) === birth ? 'alive' : 'void';
  return [
    { path, claimant: { pid: Number(pid), birth: birth!, place: here, hasSocket: false }, verdict },
  ];
}

async function removeUnfinished(path: string): Promise<void> {
  const made = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
  if (Date.now() - made > UNFINISHED_MS) await revoke(path);
}

function claimsOf(dir: string): string {
  return join(dir, 'owners');
}

function inUse(dir: string, pid: number, here?: Place, there?: Place): EmbeddedPostgresError {
  const where =
    here && there && !sharesProcesses(here, there)
      ? ` of another container or machine (${there.host})`
      : '';
  return new EmbeddedPostgresError(
    `The data in ${dir} is in use by process ${pid}${where}. Stop it first, or use another ` +
      'folder for this one. ' +
      `To run several instances: ${USE_A_SERVER}`,
  );
}
