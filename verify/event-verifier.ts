import type { EventResponse } from '../src/audit/audit-log/event/event.dto.js';
import { rootOf } from '../src/audit/audit-log/seal/merkle.js';
import {
  hasBit,
  hashOfEvent,
  hashOfSeal,
  type SealContent,
} from '../src/audit/audit-log/seal/seal.js';
import { type AuditSource, sealsOf, type SourceLeaf, type UnsealedEvents } from './audit-source.js';
import { type Findings, MAX_FINDINGS, nameOf } from './findings.js';
import type { RetentionEdge } from './retention-edge.js';

/** The event that ends a move from another service, whose events keep their times. */
const MOVED_IN = 'features-moved-in';

/**
 * Sealed events that claim to be older than an earlier seal with all events of that time. They were
 * moved in from another service if a later event says so, and inserted otherwise.
 */
export class LateEvents {
  /** How many late events were moved in, and the last event that records such a move. */
  moved = 0;
  movedBy?: EventResponse;
  private count = 0;
  private readonly first: string[] = [];

  add(event: EventResponse, place: string): void {
    this.count++;
    if (this.first.length < MAX_FINDINGS)
      this.first.push(
        `${nameOf(event)} was inserted later than it says: all events of that time had been ` +
          `sealed before. It is ${place}.`,
      );
  }

  /**
   * Considers a sealed event that follows: the end of a move explains the late events before it.
   */
  follow(event: EventResponse): void {
    if (event.type !== MOVED_IN || this.count === 0) return;
    this.moved += this.count;
    this.movedBy = event;
    this.count = 0;
    this.first.length = 0;
  }

  /** Reports the late events that no later event explains. */
  report(findings: Findings): void {
    findings.addAll('inserted', this.first, this.count);
  }
}

/**
 * An event that claims to be older than this before a seal that contains all events of its time was
 * inserted later. Transactions are much shorter.
 */
const TOLERANCE_MS = 3_600_000;

/** Verifies the events of all seals, and that there are no others. */
export class EventVerifier {
  /** Number of verified events. */
  verified = 0;
  /** Number of events that retention has removed. */
  expired = 0;
  /** The first event that still exists. */
  firstKept?: { position: number; event: EventResponse };
  /** Events whose time is before that of earlier seals. */
  readonly late = new LateEvents();
  private digest = '';
  /** When the last seal was made that contained all events of its time. */
  private completeAt?: number;

  constructor(
    private readonly source: AuditSource,
    private readonly edge: RetentionEdge,
    private readonly findings: Findings,
  ) {}

  /**
   * @param lastIndex Number of the last seal of the chain that was verified.
   * @param digest Digest of that chain.
   */
  async verify(lastIndex: number, digest: string): Promise<void> {
    for await (const { content, canonical } of sealsOf(this.source, () => undefined)) {
      if (content.index > lastIndex) break;
      this.digest = hashOfSeal(this.digest + canonical);
      await this.verifySeal(content);
    }
    this.late.report(this.findings);
    if (this.digest !== digest) this.findings.add('seal', 'The seals changed meanwhile.');
    await this.verifyOthers();
  }

  private async verifySeal(seal: SealContent): Promise<void> {
    const hashes: Buffer[] = [];
    for (;;) {
      const leaves = await this.source.leaves(seal, hashes.length);
      if (leaves.length === 0) break;
      for (const leaf of leaves) {
        await this.verifyLeaf(leaf, seal, hashes.length);
        hashes.push(Buffer.from(leaf.leafHash, 'hex'));
      }
    }
    const isWhole = hashes.length > 0 && hashes.length === seal.size;
    if (!isWhole || rootOf(hashes).toString('hex') !== seal.rootHash)
      this.findings.add('seal', `Seal ${seal.index}: its leaf hashes do not have its root.`);
    if (seal.isComplete) this.completeAt = Date.parse(seal.createdAt);
  }

  private async verifyLeaf(leaf: SourceLeaf, seal: SealContent, n: number): Promise<void> {
    const { eventId, leafHash, events } = leaf;
    const place = `at position ${seal.firstPosition + n}, in seal ${seal.index}`;
    const same = events.filter((event) => hashOfEvent(event).toString('hex') === leafHash);
    const others = events.filter((event) => !same.includes(event));
    if (same.length === 0) await this.missing(leaf, seal, n, place);
    else {
      for (const event of [...others, ...same.slice(1)])
        this.findings.add('inserted', `${nameOf(event)} was inserted with the id of ${eventId}.`);
      this.present(same[0]!, seal.firstPosition + n, place);
    }
  }

  private async missing(
    { eventId, events }: SourceLeaf,
    seal: SealContent,
    n: number,
    place: string,
  ): Promise<void> {
    const found = events[0];
    if (!found && this.edge.mayLack(seal, hasBit(seal.tokenUses, n))) {
      this.expired++;
      return;
    }
    // Its time may have been changed.
    const changed = found ?? (await this.source.event(eventId));
    if (changed) this.findings.add('changed', `${nameOf(changed)} was changed; it is ${place}.`);
    else this.findings.add('removed', `Event ${eventId} was removed; it was ${place}.`);
  }

  private present(event: EventResponse, position: number, place: string): void {
    this.verified++;
    this.firstKept ??= { position, event };
    this.late.follow(event);
    const isLate =
      this.completeAt !== undefined && Date.parse(event.createdAt) < this.completeAt - TOLERANCE_MS;
    if (isLate) this.late.add(event, place);
  }

  private async verifyOthers(): Promise<void> {
    let id: number | undefined;
    do {
      const found: UnsealedEvents = await this.source.unsealedAfter(id);
      for (const event of found.events)
        this.findings.add('inserted', `${nameOf(event)} was inserted: it is in no seal.`);
      id = found.nextAfterId ?? undefined;
    } while (id !== undefined);
  }
}
