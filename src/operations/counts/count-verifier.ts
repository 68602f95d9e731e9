import type { DatabaseAddress } from '../../database/data-source.js';
import { inMaintenance } from '../../database/maintenance.js';
import { KEPT_COUNTS } from './counts.sql.js';

/** How many differences of one number are told one by one. */
const MOST_TOLD = 20;
/** Any number, the same in every instance: who holds this advisory lock verifies. */
const VERIFICATION_LOCK = 4_242_002;

/** A number that is wrong in some places. */
export interface CountDifference {
  name: string;
  places: number;
  /** The first of them. Numbers are texts: they may be larger than numbers are exact. */
  examples: { key: string; expected: string; found: string }[];
}

/** What a verification came to. */
export interface CountReport {
  verified: readonly string[];
  differences: CountDifference[];
  /** Whether what was wrong has been put right. */
  isRepaired: boolean;
}

/**
 * Compares every number that is kept with what it counts, in one snapshot, and puts it right if
 * asked to.
 * @returns Undefined when another instance is at it.
 */
export async function verifyCounts(
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  { repair }: { repair: boolean },
): Promise<CountReport | undefined> {
  const differences = await inMaintenance(address, 'REPEATABLE READ, READ ONLY', async (query) => {
    const [lock] = await query<{ taken: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS taken',
      [VERIFICATION_LOCK],
    );
    if (!lock!.taken) return undefined;
    const found: CountDifference[] = [];
    for (const { name, differences: sql } of KEPT_COUNTS) {
      const rows = await query<{ key: string; expected: string; found: string; places: string }>(
        `SELECT key, expected::text, found::text, count(*) OVER ()::text AS places FROM (${sql}) d ORDER BY key LIMIT ${MOST_TOLD}`,
      );
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
 * Each number in a transaction of its own. Tallies that are made by one statement are made once.
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
      for (const statement of repair) await query(statement);
    });
  }
}
