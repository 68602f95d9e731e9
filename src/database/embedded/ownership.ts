import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';
import { birthOf } from './process-identity.js';

const ATTEMPTS = 4;

/** Claims of this process; its name in the folder cannot tell two of them apart. */
const claimedHere = new Set<string>();

/**
 * Makes this process the only user of `dir`, until it ends or calls what is returned.
 *
 * Everyone first writes a claim, named by its process, and then looks for the claims of others. So of two that come at
 * once at least one sees the other, and nobody ever takes a lock away from anybody: a dead process's claim is simply void.
 */
export async function claim(dir: string): Promise<() => Promise<void>> {
  if (claimedHere.has(dir)) throw inUse(dir, process.pid);
  claimedHere.add(dir);
  const claims = join(dir, 'owners');
  const mine = `${process.pid}-${birthOf(process.pid)}`;
  const release = async () => {
    claimedHere.delete(dir);
    await rm(join(claims, mine), { force: true });
  };
  try {
    await claimAgainstOthers(dir, claims, mine);
    return release;
  } catch (error) {
    await release().catch(() => {});
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(`The folder ${dir} for the database cannot be written to; is it another user's?`, error);
  }
}

async function claimAgainstOthers(dir: string, claims: string, mine: string): Promise<void> {
  await mkdir(claims, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    await writeFile(join(claims, mine), '');
    const other = (await livingOwners(claims, true)).find((owner) => owner.name !== mine);
    if (!other) return;
    await rm(join(claims, mine), { force: true });
    if (attempt === ATTEMPTS) throw inUse(dir, other.pid);
    await sleep(10 + Math.random() * 90); // two that saw each other both step back: one of them returns first
  }
}

/** Whether a living process claims `dir`. */
export async function isOwned(dir: string): Promise<boolean> {
  return (await livingOwners(join(dir, 'owners'), false)).length > 0;
}

async function livingOwners(claims: string, removeDead: boolean): Promise<{ name: string; pid: number }[]> {
  const names = await readdir(claims).catch(() => []);
  const living = names.flatMap((name) => {
    const [, pid, birth] = /^(\d+)-(.*)$/.exec(name) ?? [];
    return pid && birthOf(Number(pid)) === birth ? [{ name, pid: Number(pid) }] : [];
  });
  const dead = removeDead ? names.filter((name) => !living.some((owner) => owner.name === name)) : [];
  await Promise.all(dead.map((name) => rm(join(claims, name), { force: true })));
  return living;
}

function inUse(dir: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The data in ${dir} is in use by process ${pid}. Stop it first, or give this one a folder of its own. To run several instances: ${USE_A_SERVER}`,
  );
}
