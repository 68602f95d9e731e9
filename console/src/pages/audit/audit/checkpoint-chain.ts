import { api, bodyOf } from '../../../api/client.js';
import { leafHashOf, rootOf } from '../proof/merkle.js';
import { trustedKeys } from '../proof/keys.js';
import { auditTexts } from '../../../texts/audit.js';
import { type Checkpoint, checkpointSteps } from './event-proof.js';
import { expiredOf, isTokenUse } from './retention-edge.js';

const SEALS = 100;
const LEAVES = 200;
const MOST_FINDINGS = 20;

/** How far a verification is, and what it found. */
export interface ChainReport {
  verified: number;
  findings: readonly string[];
  isDone: boolean;
  last?: Checkpoint;
  /** Key of the first seal, which the others are trusted by. */
  firstKeyId?: string;
}

type Keys = readonly { kid: string; x: string; endorsement?: string }[];

/** Reads all checkpoints from the first one, and verifies the chain; reports after each page. */
export async function verifyChain(
  keys: Keys,
  signal: AbortSignal,
  report: (state: ChainReport) => void,
): Promise<void> {
  const findings: string[] = [];
  let last: Checkpoint | undefined;
  let trusted: Keys = [];
  let [verified, firstKeyId] = [0, ''];
  for (;;) {
    const query = { after: last?.index ?? 0, limit: SEALS };
    const answer = api.GET('/api/admin/audit/checkpoints', { params: { query }, signal });
    const { checkpoints } = await bodyOf(answer);
    firstKeyId ||= checkpoints[0]?.keyId ?? '';
    if (!last) trusted = listed(await trustedKeys(keys, firstKeyId));
    for (const checkpoint of checkpoints) {
      const problem = linkProblem(checkpoint, last) ?? (await contentProblem(checkpoint, trusted));
      if (problem && findings.length < MOST_FINDINGS) findings.push(problem);
      last = checkpoint;
      verified++;
    }
    const isDone = checkpoints.length < SEALS;
    report({ verified, findings: [...findings], isDone, last, firstKeyId });
    if (isDone || signal.aborted) return;
  }
}

const listed = (keys: ReadonlyMap<string, string>): Keys =>
  [...keys].map(([kid, x]) => ({ kid, x }));

/** What is wrong with how a checkpoint follows the one before it. */
export function linkProblem(seal: Checkpoint, before: Checkpoint | undefined): string | undefined {
  const { index, firstPosition, lastPosition, size, previousHash, instanceId } = seal;
  const wanted = (before?.index ?? 0) + 1;
  if (index !== wanted) return auditTexts.sealMissing(wanted);
  if (previousHash !== (before?.hash ?? null)) return auditTexts.sealUnlinked(index);
  const follows =
    firstPosition === (before?.lastPosition ?? -1) + 1 && lastPosition - firstPosition + 1 === size;
  if (!follows) return auditTexts.sealPositions(index);
  if (before && before.instanceId !== instanceId) return auditTexts.sealInstance(index);
  return undefined;
}

async function contentProblem(seal: Checkpoint, trusted: Keys): Promise<string | undefined> {
  const wrong = (await checkpointSteps(seal, trusted)).find(({ isRight }) => !isRight);
  return wrong && auditTexts.sealWrong(seal.index, auditTexts.steps[wrong.name]);
}

/** What verifying the events of a checkpoint has shown. */
export interface EventsReport {
  isRootRight: boolean;
  verified: number;
  /** Events that are gone, as retention removes them. */
  removed: number;
  /** Ids of events that are gone although retention keeps them. */
  missing: readonly number[];
  /** Ids of events that are not those that were sealed. */
  changed: readonly number[];
}

/** Reads all events of a checkpoint, and compares them with its root. */
export async function verifyEvents(
  checkpoint: Checkpoint,
  signal: AbortSignal,
): Promise<EventsReport> {
  const { index, size, rootHash } = checkpoint;
  const hashes: string[] = [];
  const changed: number[] = [];
  const absent: { id: number; place: number }[] = [];
  while (hashes.length < size) {
    const params = { path: { index }, query: { offset: hashes.length, limit: LEAVES } };
    const answer = api.GET('/api/admin/audit/checkpoints/{index}/events', { params, signal });
    const { leaves } = await bodyOf(answer);
    if (leaves.length === 0) break;
    for (const { eventId, leafHash, events } of leaves) {
      const found = await Promise.all(events.map(leafHashOf));
      if (events.length === 0) absent.push({ id: eventId, place: hashes.length });
      else if (events.length > 1 || !found.includes(leafHash)) changed.push(eventId);
      hashes.push(leafHash);
    }
  }
  const isRootRight = hashes.length === size && (await rootOf(hashes)) === rootHash;
  const verified = hashes.length - absent.length - changed.length;
  return { isRootRight, verified, changed, ...(await reasonsOf(checkpoint, absent, signal)) };
}

/** Tells events that retention has removed from others that are gone. */
async function reasonsOf(
  checkpoint: Checkpoint,
  absent: readonly { id: number; place: number }[],
  signal: AbortSignal,
): Promise<Pick<EventsReport, 'removed' | 'missing'>> {
  if (absent.length === 0) return { removed: 0, missing: [] };
  const expired = await expiredOf(checkpoint, signal);
  const missing = absent
    .filter(({ place }) => !expired.all && !(expired.tokenUses && isTokenUse(checkpoint, place)))
    .map(({ id }) => id);
  return { removed: absent.length - missing.length, missing };
}
