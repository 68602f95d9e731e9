import type { DatabaseAddress } from '../../../platform/database/data-source.js';
import { inMaintenance } from '../../../platform/database/maintenance.js';
import { BEGIN_REPAIR, DIFFERENCES, KEPT_COUNTS, REPAIR, TRY_LOCK } from './counts.sql.js';

/** Maximum differences reported per count. */
const MAX_EXAMPLES = 20;
/** Key of the advisory lock for verification; the same in every instance. */
const VERIFICATION_LOCK = 4_242_016;

/** A stored count that is wrong for some keys. */
interface CountDifference {
  name: string;
  places: number;
  /** The first differences. Counts are texts because they can exceed exact numbers. */
  examples: { key: string; expected: string; found: string }[];
}

/** The result of a verification. */
export interface CountReport {
  verified: readonly string[];
  differences: CountDifference[];
  /** Whether the differences were repaired. */
  isRepaired: boolean;
}

/**
 * Compares every stored count with what it counts, in one snapshot, and optionally repairs it.
 * @returns Undefined when another instance is verifying.
 */
export async function verifyCounts(
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  { repair }: { repair: boolean },
): Promise<CountReport | undefined> {
  const differences = await inMaintenance(address, 'REPEATABLE READ, READ ONLY', async (query) => {
    const [lock] = await query(TRY_LOCK, [VERIFICATION_LOCK]);
    if (!lock!.taken) return undefined;
    const found: CountDifference[] = [];
    for (const count of KEPT_COUNTS) {
      const { name } = count;
      const rows = await query(DIFFERENCES(count, MAX_EXAMPLES));
      const examples = rows.map(({ key, expected, found }) => ({ key, expected, found }));
      if (rows.length > 0) found.push({ name, places: Number(rows[0]!.places), examples });
    }
    return found;
  });
  if (!differences) return undefined;
  if (repair) await repairAll(address, differences);
  return { verified: KEPT_COUNTS.map(({ name }) => name), differences, isRepaired: repair };
}

/**
 * Repairs each count in a separate transaction. Tallies that share a statement are repaired once.
 */
async function repairAll(
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  differences: readonly CountDifference[],
): Promise<void> {
  const done = new Set<string>();
  for (const { name } of differences) {
    const { repair } = KEPT_COUNTS.find((one) => one.name === name)!;
    if (done.has(repair.join())) continue;
    done.add(repair.join());
    await inMaintenance(address, 'READ COMMITTED', async (query) => {
      await query(BEGIN_REPAIR);
      for (const step of repair) await query(REPAIR(step));
    });
  }
}

/** A line for each stored count, with the first differences of those that are wrong. */
export function countLines({ verified, differences }: CountReport): string[] {
  return verified.map((name) => {
    const difference = differences.find((one) => one.name === name);
    if (!difference) return `${name}: right`;
    const examples = difference.examples.map(
      ({ key, expected, found }) => `  ${key}: ${found}, should be ${expected}`,
    );
    const more = difference.places - examples.length;
    return [
      `${name}: wrong in ${difference.places} places`,
      ...examples,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n');
  });
}

/** The result in one sentence. */
export function countVerdict({ differences, isRepaired }: CountReport): string {
  if (differences.length === 0) return 'All counts are correct.';
  return isRepaired
    ? 'The wrong counts were corrected.'
    : 'Run this with --repair to correct them.';
}
