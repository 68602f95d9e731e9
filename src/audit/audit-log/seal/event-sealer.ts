import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { SYSTEM } from '../../../core/event/actor.js';
import { TOKEN_USES } from '../../../core/event/account-events.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import type { SigningKey } from '../../signing/signing-key.js';
import { SigningKeys } from '../../signing/signing-keys.js';
import type { EventResponse } from '../event/event.dto.js';
import { SealTree } from '../witness/seal-tree.js';
import { rootOf } from './merkle.js';
import { bitsOf, canonicalJson, hashOfEvent, hashOfSeal, type SealContent } from './seal.js';
import {
  ADD_SEAL,
  type Candidate,
  CLOSE_IDS,
  MOVE_CURSOR,
  NEXT_BY_ID,
  NEXT_BY_TRANSACTION,
  READ_EVENTS,
  READ_LAG,
  READ_STATE,
  RESTORE_CURSOR,
  type SealingLag,
  type SealingState,
  TRY_LOCK,
} from './sealing.sql.js';

/** Key of the advisory lock for sealing; the same in every instance. */
const SEALING_LOCK = 4_242_014;
const EVERY_MS = 5_000;
/**
 * Pause between seals while more events wait, such as after an update. Hashing 1,000 events takes
 * 150 ms of CPU time, in slices, and must leave most of it to requests.
 */
const PAUSE_MS = 300;
/** Maximum events of a seal. */
const MAX_EVENTS = 1_000;
/** Maximum size of the data of a seal's events as stored, unless a single event is larger. */
const MAX_BYTES = 8_000_000;
/** Maximum events, and size of their data as stored, that are in memory at once. */
const SLICE_EVENTS = 100;
const SLICE_BYTES = 1_000_000;

/** A leaf of a new seal. */
interface Leaf {
  id: number;
  hash: Buffer;
  createdAt: string;
  isTokenUse: boolean;
}

/**
 * Seals final events every few seconds, on one instance at a time. A seal, and the position up to
 * which events are sealed, are written in one transaction, so each event is sealed exactly once.
 * Writers of events neither wait nor do anything for it.
 */
@Injectable()
export class EventSealer {
  /** Events that wait for a seal, at most {@link MAX_EVENTS}, and the age of the oldest. */
  waiting: Pick<SealingLag, 'events' | 'seconds'> = { events: 0, seconds: 0 };

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: SigningKeys,
    private readonly tree: SealTree,
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    if (keys.isPossible)
      jobs.add({ name: 'event-sealing', everyMs: EVERY_MS, run: () => this.sealNext() });
  }

  /** @returns The pause before the next seal when more events wait. */
  async sealNext(): Promise<number | void> {
    const hasMore = await this.sealWaiting();
    const isBehind = await this.tree.grow();
    if (hasMore || isBehind) return PAUSE_MS;
  }

  /** @returns Whether there are more events that can be sealed. */
  private async sealWaiting(): Promise<boolean> {
    const [waiting] = await this.database.run(READ_LAG, [MAX_EVENTS], 'background');
    this.waiting = waiting!;
    if (waiting!.events === 0 && !waiting!.canClose) return false;
    const key = await this.keys.current();
    return this.unitOfWork.run(SYSTEM, (tx) => this.seal(key, tx));
  }

  /**
   * Events that were inserted with a closed id are left out; the verifier finds them in no seal.
   * @returns Whether there are more events that can be sealed.
   */
  private async seal(key: SigningKey, tx: Tx): Promise<boolean> {
    const [lock] = await tx.query(TRY_LOCK, [SEALING_LOCK]);
    if (!lock!.taken) return false;
    const [state] = await tx.query(READ_STATE);
    if (!state) {
      await tx.query(RESTORE_CURSOR);
      return true;
    }
    // The restored database is repaired first.
    if (state.isRestored) return false;
    const found = await nextOf(state, tx);
    const batch = withinBytes(found, MAX_BYTES);
    const hasMore = found.length === MAX_EVENTS || batch.length < found.length;
    const ids = batch
      .filter((one) => one.isFinal && !one.isSealed && !one.isInserted)
      .map(({ id }) => id);
    const leaves = await this.leavesOf([...new Set(ids)], batch, tx);
    const isWalk = state.walkEventId !== null;
    if (leaves.length > 0) await this.add(leaves, state, !isWalk && !hasMore, key, tx);
    const last = batch.at(-1);
    if (isWalk)
      await tx.query(MOVE_CURSOR, [state.transactionId, state.eventId, hasMore ? last!.id : null]);
    else if (last) await tx.query(MOVE_CURSOR, [last.transactionId, last.id, null]);
    if (!isWalk && !hasMore) await tx.query(CLOSE_IDS, [state.runningFrom, state.runningUntil]);
    return hasMore || isWalk;
  }

  private async leavesOf(
    ids: readonly number[],
    batch: readonly Candidate[],
    tx: Tx,
  ): Promise<Leaf[]> {
    const bytesOf = new Map(batch.map(({ id, bytes }) => [id, bytes]));
    const slice = new TimeSlice();
    const leaves: Leaf[] = [];
    let rest = ids.map((id) => ({ id, bytes: bytesOf.get(id)! }));
    while (rest.length > 0) {
      const some = withinBytes(rest.slice(0, SLICE_EVENTS), SLICE_BYTES).map(({ id }) => id);
      rest = rest.slice(some.length);
      const read = await tx.query(READ_EVENTS, [some]);
      const events = new Map(read.reverse().map(({ id, event }) => [id, event]));
      // Retention may have removed events meanwhile.
      const present = some.filter((id) => events.has(id));
      for (const leaf of await slice.map(present, (id) => leafOf(id, events.get(id)!)))
        leaves.push(leaf);
    }
    return leaves;
  }

  private async add(
    leaves: readonly Leaf[],
    state: SealingState,
    isComplete: boolean,
    key: SigningKey,
    tx: Tx,
  ): Promise<void> {
    const seal: SealContent = {
      ...continuing(state, leaves),
      isComplete,
      eventRetentionDays: this.config.eventRetentionDays,
      tokenUseRetentionDays: this.config.tokenUseRetentionDays,
      keyId: key.id,
    };
    const content = canonicalJson(seal);
    const ids = leaves.map(({ id }) => id);
    const hashes = Buffer.concat(leaves.map(({ hash }) => hash));
    await tx.query(ADD_SEAL, [seal.index, content, key.sign(content), ids, hashes]);
  }
}

/** What a seal of these leaves says about itself, its events and the seal before it. */
function continuing(
  { instanceId, now, content: before }: SealingState,
  leaves: readonly Leaf[],
): Omit<SealContent, 'isComplete' | 'eventRetentionDays' | 'tokenUseRetentionDays' | 'keyId'> {
  const previous = before === null ? undefined : (JSON.parse(before) as SealContent);
  const firstPosition = previous ? previous.lastPosition + 1 : 0;
  const times = leaves.map(({ createdAt }) => createdAt).sort();
  return {
    version: 1,
    instanceId,
    index: (previous?.index ?? 0) + 1,
    firstPosition,
    lastPosition: firstPosition + leaves.length - 1,
    size: leaves.length,
    rootHash: rootOf(leaves.map(({ hash }) => hash)).toString('hex'),
    previousHash: before === null ? null : hashOfSeal(before),
    createdAt: now,
    oldestEventAt: times[0]!,
    newestEventAt: times.at(-1)!,
    tokenUses: bitsOf(leaves.map(({ isTokenUse }) => isTokenUse)),
  };
}

function nextOf(
  { walkEventId, transactionId, eventId }: SealingState,
  tx: Tx,
): Promise<Candidate[]> {
  return walkEventId === null
    ? tx.query(NEXT_BY_TRANSACTION, [transactionId, eventId, MAX_EVENTS])
    : tx.query(NEXT_BY_ID, [walkEventId, transactionId, MAX_EVENTS]);
}

/** The first items up to this total size, but at least one. */
function withinBytes<T extends { bytes: number }>(items: readonly T[], most: number): T[] {
  let bytes = 0;
  const end = items.findIndex((one, n) => (bytes += one.bytes) > most && n > 0);
  return items.slice(0, end === -1 ? undefined : end);
}

function leafOf(id: number, json: string): Leaf {
  const event = JSON.parse(json) as EventResponse;
  return {
    id,
    hash: hashOfEvent(event),
    createdAt: event.createdAt,
    isTokenUse: (TOKEN_USES as readonly string[]).includes(event.type),
  };
}
