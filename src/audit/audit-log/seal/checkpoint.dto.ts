import { ApiProperty } from '@nestjs/swagger';
import { Int } from '../../../platform/http/validation/shape.decorators.js';
import { EventResponse } from '../event/event.dto.js';

/** The page of checkpoints to return: the newest, those before one, or those after one. */
export class CheckpointsQuery {
  /** Returns checkpoints with a lower index, newest first. */
  @Int({ optional: true, min: 1 })
  before?: number;
  /** Returns checkpoints with a higher index, oldest first; 0 for all. */
  @Int({ optional: true, min: 0 })
  after?: number;
  /** Number of checkpoints to return, 1 to 100; 50 by default. */
  @Int({ optional: true, min: 1, max: 100 })
  limit?: number;
}

/** The page of events of a checkpoint to return. */
export class CheckpointEventsQuery {
  /** Number of events to skip, in the order of the leaves; 0 by default. */
  @Int({ optional: true, min: 0, max: 100_000 })
  offset?: number;
  /** Number of events to return, 1 to 200; 100 by default. */
  @Int({ optional: true, min: 1, max: 200 })
  limit?: number;
}

/** The window of events to search. */
export class UnsealedEventsQuery {
  /** Searches events with a higher id; all by default, also those with negative ids. */
  @Int({ optional: true })
  afterId?: number;
}

const integer = { type: 'integer', minimum: 0 } as const;
const hash = { pattern: '^[0-9a-f]{64}$' };

/**
 * A seal of the audit log. All properties but `hash` and `signature` are signed: their canonical
 * JSON (RFC 8785) is what the signature covers and what `hash` is the SHA-256 of.
 */
export class CheckpointResponse {
  /** Version of this format and of canonical events. */
  @ApiProperty({ type: 'integer', enum: [1] })
  version: number;
  /** Id of the instance, as in the statistics. */
  @ApiProperty({ format: 'uuid' })
  instanceId: string;
  /** Number of the seal; 1 for the first one. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  index: number;
  /** Position of its first event among all sealed events, counted from 0. */
  @ApiProperty(integer)
  firstPosition: number;
  /** Position of its last event. */
  @ApiProperty(integer)
  lastPosition: number;
  /** Number of its events. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  size: number;
  /** Root of the Merkle tree (RFC 6962, SHA-256) of its canonical events, in hex. */
  @ApiProperty(hash)
  rootHash: string;
  /** `hash` of the seal before it; null for the first one. */
  @ApiProperty({ type: String, nullable: true, ...hash })
  previousHash: string | null;
  /** When the seal was made. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Time of its oldest event. */
  @ApiProperty({ format: 'date-time' })
  oldestEventAt: string;
  /** Time of its newest event. */
  @ApiProperty({ format: 'date-time' })
  newestEventAt: string;
  /** Whether it contains every event that was final when it was made. */
  isComplete: boolean;
  /**
   * Which of its events are uses of tokens, which may be removed earlier: a bit for each event, the
   * highest bit of a byte first, in base64url; null when none is.
   */
  @ApiProperty({ type: String, nullable: true })
  tokenUses: string | null;
  /** Days after which events are removed, by whole months; 0 for never. */
  @ApiProperty(integer)
  eventRetentionDays: number;
  /** Days after which uses of tokens are removed; 0 for never. */
  @ApiProperty(integer)
  tokenUseRetentionDays: number;
  /** Id of the key in `/.well-known/jwks.json` that signed it. */
  keyId: string;
  /** Hash of the seal, in hex. */
  @ApiProperty(hash)
  hash: string;
  /** Ed25519 signature, in base64url. */
  @ApiProperty({ pattern: '^[\\w-]{86}$' })
  signature: string;
}

/** Seals of the audit log. */
export class CheckpointsResponse {
  /** The seals of the page. */
  checkpoints: CheckpointResponse[];
}

/** A leaf of the Merkle tree of a seal. */
export class LeafResponse {
  /** Id of the event. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  eventId: number;
  /** Hash of the leaf: SHA-256 of a zero byte and the canonical JSON of the event, in hex. */
  @ApiProperty(hash)
  leafHash: string;
  /** The events with this id: one, or none when it was removed. */
  events: EventResponse[];
}

/** Events of a seal, in the order of the leaves. */
export class CheckpointEventsResponse {
  /** The leaves of the page. */
  leaves: LeafResponse[];
}

/** Events that are in no seal although later ones are. */
export class UnsealedEventsResponse {
  /** The events found, at most 100. There are none unless rows were inserted by SQL. */
  events: EventResponse[];
  /** The id to continue after; null when there are no further events. */
  @ApiProperty({ type: 'integer', nullable: true })
  nextAfterId: number | null;
}

/** The way from an event to a signed seal. */
export class InclusionProofResponse {
  /** Index of the leaf in the tree of the seal. */
  @ApiProperty(integer)
  leafIndex: number;
  /** Hash of the leaf: SHA-256 of a zero byte and the canonical JSON of the event, in hex. */
  @ApiProperty(hash)
  leafHash: string;
  /** Audit path (RFC 6962, section 2.1.1) from the leaf to the root, in hex. */
  auditPath: string[];
  /** The seal that contains the event. */
  checkpoint: CheckpointResponse;
}

/** Proof that an event is in the audit log, unchanged since it was sealed. */
export class EventProofResponse extends InclusionProofResponse {
  /** The event; its canonical JSON (RFC 8785) is the leaf. */
  event: EventResponse;
}
