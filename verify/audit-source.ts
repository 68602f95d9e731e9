import type { PublishedKey } from '../src/audit/signing/endorsement.js';
import type { EventResponse } from '../src/audit/audit-log/event/event.dto.js';
import type { SealContent } from '../src/audit/audit-log/seal/seal.js';

/** A stored seal, which may have been changed since it was made. */
export interface SourceSeal {
  /** The number under which it is stored; the content can have another one. */
  index: number;
  /** The text that is signed. */
  canonical: string;
  signature: Buffer;
}

/** A leaf of a seal, with the events that have its id now. */
export interface SourceLeaf {
  eventId: number;
  leafHash: string;
  events: EventResponse[];
}

/** Events of a window that are in no seal, and its last id; null at the end. */
export interface UnsealedEvents {
  readonly events: readonly EventResponse[];
  readonly nextAfterId: number | null;
}

/** Where the verifier reads the audit log from, in parts of bounded size. */
export interface AuditSource {
  keys(): Promise<readonly PublishedKey[]>;
  /** The last checkpoint that each registered witness cosigned, as signed notes. */
  cosigned(): Promise<readonly string[]>;
  /** Some seals that follow the index, in order; none at the end. */
  sealsAfter(index: number): Promise<readonly SourceSeal[]>;
  /** Some leaves of a seal; none at the end. */
  leaves(seal: SealContent, offset: number): Promise<readonly SourceLeaf[]>;
  /** An event that is not where its seal says it is; undefined when there is none. */
  event(id: number): Promise<EventResponse | undefined>;
  /** Events that are in no seal although later ones are, in a window of events. */
  unsealedAfter(id: number | undefined): Promise<UnsealedEvents>;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Upper bound of a retention in days, so that dates can be computed with it. */
const MAX_DAYS = 1_000_000;

/** A seal with its content. */
export interface ReadSeal extends SourceSeal {
  content: SealContent;
}

/**
 * Reads all seals in their order.
 * @param whenUnreadable Called with the index of each seal whose content is malformed.
 */
export async function* sealsOf(
  source: AuditSource,
  whenUnreadable: (index: number) => void,
): AsyncGenerator<ReadSeal> {
  for (let after = 0; ;) {
    const seals = await source.sealsAfter(after);
    if (seals.length === 0) return;
    for (const seal of seals) {
      after = seal.index;
      const content = contentOf(seal);
      if (content) yield { ...seal, content };
      else whenUnreadable(seal.index);
    }
  }
}

function contentOf({ index, canonical }: SourceSeal): SealContent | undefined {
  try {
    const content = JSON.parse(canonical) as SealContent;
    return content.index === index && isSeal(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a content has all properties of a seal, with values of the right types. */
function isSeal(content: SealContent): boolean {
  const { firstPosition, lastPosition, size, tokenUses } = content;
  const { createdAt, oldestEventAt, newestEventAt } = content;
  const { eventRetentionDays, tokenUseRetentionDays } = content;
  return (
    [firstPosition, lastPosition, size].every((one) => Number.isSafeInteger(one)) &&
    [createdAt, oldestEventAt, newestEventAt].every(isTime) &&
    [eventRetentionDays, tokenUseRetentionDays].every((days) => days >= 0 && days <= MAX_DAYS) &&
    (tokenUses === null || typeof tokenUses === 'string')
  );
}

function isTime(text: unknown): boolean {
  return typeof text === 'string' && TIME.test(text) && !Number.isNaN(Date.parse(text));
}
