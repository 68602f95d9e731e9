import { api, bodyOf } from '../../../api/client.js';
import { bytesOfBase64url } from '../proof/bytes.js';
import type { Checkpoint } from './event-proof.js';

const DAY_MS = 86_400_000;
const PAGE = 100;

/** Which kinds of events of a checkpoint retention may have removed by now. */
export interface Expired {
  all: boolean;
  tokenUses: boolean;
}

/**
 * Which events of a checkpoint retention may have removed, according to what all checkpoints say
 * about the retention at their time. It reads them from the newest one, until the answer is known.
 */
export async function expiredOf(sealed: Checkpoint, signal: AbortSignal): Promise<Expired> {
  const found: Expired = { all: false, tokenUses: false };
  for (let before: number | undefined; before !== 1 && !found.all;) {
    const query = { limit: PAGE, ...(before === undefined ? {} : { before }) };
    const answer = api.GET('/api/admin/audit/checkpoints', { params: { query }, signal });
    const { checkpoints } = await bodyOf(answer);
    checkpoints.forEach((checkpoint, n) => {
      // Retention has also worked since the newest checkpoint.
      const isNewest = before === undefined && n === 0;
      addEdge(found, sealed, checkpoint, isNewest ? Date.now() : Date.parse(checkpoint.createdAt));
    });
    before = checkpoints.at(-1)?.index ?? 1;
  }
  return found;
}

function addEdge(
  found: Expired,
  { oldestEventAt }: Checkpoint,
  { eventRetentionDays, tokenUseRetentionDays }: Checkpoint,
  at: number,
): void {
  if (eventRetentionDays > 0) {
    const day = new Date(at - eventRetentionDays * DAY_MS);
    // Events are removed by whole months.
    const month = Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
    found.all ||= Date.parse(oldestEventAt) < month;
  }
  if (tokenUseRetentionDays > 0)
    found.tokenUses ||= Date.parse(oldestEventAt) < at - tokenUseRetentionDays * DAY_MS;
}

/** Whether the event at this place of a checkpoint is the use of a token. */
export function isTokenUse({ tokenUses }: Checkpoint, place: number): boolean {
  if (tokenUses === null) return false;
  return ((bytesOfBase64url(tokenUses)[place >> 3] ?? 0) & (128 >> (place & 7))) !== 0;
}
