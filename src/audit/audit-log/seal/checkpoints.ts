import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { ForbiddenError, NotFoundError } from '../../../platform/errors/general.errors.js';
import { scopeOf } from '../event/event-filter.js';
import type { EventResponse } from '../event/event.dto.js';
import type {
  CheckpointEventsQuery,
  CheckpointEventsResponse,
  CheckpointResponse,
  CheckpointsQuery,
  CheckpointsResponse,
  EventProofResponse,
  InclusionProofResponse,
  UnsealedEventsResponse,
} from './checkpoint.dto.js';
import {
  EVENT_WITH_SEAL,
  type EventWithSeal,
  isLeaf,
  READ_LEAVES,
  SEALS_AFTER,
  SEALS_BEFORE,
  type StoredSeal,
  UNSEALED_AFTER,
} from './checkpoint.sql.js';
import { auditPathOf, HASH_BYTES, hashesIn } from './merkle.js';
import { hashOfSeal, type SealContent } from './seal.js';

/** The event is in no seal, and never will be. */
export class EventNeverSealedError extends ApiError {
  readonly status = 409;
}

/** The event is not sealed yet. */
export class EventNotSealedError extends ApiError {
  readonly status = 409;

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }
}

const PAGE = 50;
const EVENTS_PAGE = 100;
/** Number of events that are compared with the seals per request. */
const WINDOW = 2_000;

/** An event that the caller may see, with the seal that contains it. */
type FoundEvent = EventWithSeal & { event: EventResponse };

/** An event, with its proof or the reason why there is none. */
export interface Evidence {
  event: EventResponse;
  proof: InclusionProofResponse | null;
  proofNote: string | null;
}

/** Reads seals, and proves with them that events are unchanged. */
@Injectable()
export class Checkpoints {
  constructor(private readonly database: Database) {}

  /** A page of seals. */
  async list(
    { before, after, limit = PAGE }: CheckpointsQuery,
    reader: Reader,
  ): Promise<CheckpointsResponse> {
    const seals =
      after === undefined
        ? await this.database.longRead(reader, SEALS_BEFORE, [before ?? null, limit])
        : await this.database.longRead(reader, SEALS_AFTER, [after, limit]);
    return { checkpoints: seals.map(checkpointOf) };
  }

  /** @throws NotFoundError when there is no such seal. */
  async events(
    index: number,
    { offset = 0, limit = EVENTS_PAGE }: CheckpointEventsQuery,
    reader: Reader,
  ): Promise<CheckpointEventsResponse> {
    const leaves = await this.database.longRead(reader, READ_LEAVES, [index, offset, limit]);
    if (leaves.length === 0) throw new NotFoundError(`There is no checkpoint ${index}.`);
    return { leaves: leaves.filter(isLeaf) };
  }

  /** The events of a window that are in no seal although later ones are. */
  async unsealed(
    afterId: number = Number.MIN_SAFE_INTEGER,
    reader: Reader,
  ): Promise<UnsealedEventsResponse> {
    const [found] = await this.database.longRead(reader, UNSEALED_AFTER, [afterId, WINDOW]);
    return { events: found!.events, nextAfterId: found!.lastId };
  }

  /**
   * Proves that an event which the caller may see is in the sealed audit log.
   * @throws NotFoundError when there is no such event, or it is hidden.
   * @throws ForbiddenError when its address is hidden, without which the proof is of no use.
   * @throws EventNotSealedError, or EventNeverSealedError if SQL inserted it.
   */
  async proof(id: number, caller: Caller, reader: Reader): Promise<EventProofResponse> {
    const found = await this.read(id, caller, reader);
    const lack = lackOf(id, found);
    if (lack) throw lack;
    return { event: found.event, ...proofOf(id, found) };
  }

  /**
   * An event that the caller may see, with its proof, or why there is none.
   * @throws NotFoundError when there is no such event, or it is hidden.
   */
  async evidence(id: number, caller: Caller, reader: Reader): Promise<Evidence> {
    const found = await this.read(id, caller, reader);
    const lack = lackOf(id, found);
    const { event } = found;
    return lack
      ? { event, proof: null, proofNote: lack.message }
      : { event, proof: proofOf(id, found), proofNote: null };
  }

  /** @throws NotFoundError when there is no such event, or it is hidden. */
  private async read(id: number, caller: Caller, reader: Reader): Promise<FoundEvent> {
    const { visible, hiddenProjects = [] } = scopeOf(caller);
    const [row] = await this.database.longRead(
      reader,
      EVENT_WITH_SEAL(id, visible, hiddenProjects),
    );
    const { event } = row!;
    if (!event) throw this.missing(id, row!, !visible && hiddenProjects.length === 0);
    return { ...row!, event };
  }

  private missing(id: number, { seal }: EventWithSeal, seesAll: boolean): NotFoundError {
    return new NotFoundError(
      seesAll && seal !== null
        ? `Event ${id} was sealed by checkpoint ${seal} and has been removed since, as the ` +
            'retention of events does.'
        : `There is no event ${id}.`,
    );
  }
}

/** Why an event cannot be proven; undefined when it can. */
function lackOf(id: number, { isPartial, seal, isInserted }: FoundEvent): ApiError | undefined {
  if (isPartial)
    return new ForbiddenError(
      'The proof of this event contains the address of the request. It requires READ_LOGS.',
    );
  if (seal !== null) return undefined;
  return isInserted
    ? new EventNeverSealedError(
        `Event ${id} is in no seal although sealing has passed it: the service has not ` +
          'recorded it, somebody inserted it into the database.',
      )
    : new EventNotSealedError(
        `Event ${id} is not sealed yet. Events are sealed within seconds; try again.`,
      );
}

function proofOf(id: number, found: EventWithSeal): InclusionProofResponse {
  const leafIndex = found.ids!.indexOf(id);
  const leaves = hashesIn(found.leafHashes!);
  const { seal, content, signature } = found;
  return {
    leafIndex,
    leafHash: hashAt(found.leafHashes!, leafIndex),
    auditPath: auditPathOf(leaves, leafIndex).map((hash) => hash.toString('hex')),
    checkpoint: checkpointOf({ id: seal!, content: content!, signature: signature! }),
  };
}

function hashAt(hashes: Buffer, index: number): string {
  return hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES).toString('hex');
}

function checkpointOf({ content, signature }: StoredSeal): CheckpointResponse {
  return {
    ...(JSON.parse(content) as SealContent),
    hash: hashOfSeal(content),
    signature: signature.toString('base64url'),
  };
}
