import type { PublishedKey } from '../../signing/endorsement.js';
import type { EventResponse } from '../event/event.response.js';
import type { SealContent } from '../seal/seal.js';

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
