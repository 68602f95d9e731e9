import { separated } from '../cache/cached-response.js';
import type { SerializedFeature, SerializedSegment } from '../snapshot/serialized-feature.js';

/** An event for SDKs. */
export interface DeltaEvent {
  /** What it is about: a later one about the same makes an earlier one needless. */
  readonly about: string;
  /** JSON in UTF-8. */
  readonly json: Buffer;
}

const CLOSE = Buffer.from('}');

/**
 * Events by what they tell, as they were made last: all views in which something is seen tell it by
 * the same bytes.
 */
const made = new WeakMap<
  SerializedFeature | SerializedSegment,
  DeltaEvent & { readonly eventId: number }
>();

/** A feature that is new, or otherwise than before. */
export function featureUpdated(eventId: number, piece: SerializedFeature): DeltaEvent {
  return shared(
    eventId,
    piece,
    `feature ${piece.name}`,
    `{"eventId":${eventId},"type":"feature-updated","feature":`,
  );
}

/** A feature that is not any more, or that those who are told this do not get to see any more. */
export function featureRemoved(eventId: number, { name, project }: SerializedFeature): DeltaEvent {
  return told(`feature ${name}`, { eventId, type: 'feature-removed', featureName: name, project });
}

/** A segment that is used from now on, or is otherwise than before. */
export function segmentUpdated(eventId: number, piece: SerializedSegment): DeltaEvent {
  return shared(
    eventId,
    piece,
    `segment ${piece.id}`,
    `{"eventId":${eventId},"type":"segment-updated","segment":`,
  );
}

/** A segment that is not used any more. */
export function segmentRemoved(eventId: number, segmentId: number): DeltaEvent {
  return told(`segment ${segmentId}`, { eventId, type: 'segment-removed', segmentId });
}

/** Everything at once, part by part. */
export function* hydration(
  eventId: number,
  features: readonly SerializedFeature[],
  segments: readonly SerializedSegment[],
): Iterable<Buffer> {
  yield Buffer.from(`{"eventId":${eventId},"type":"hydration","features":[`);
  yield* separated(features.map((piece) => piece.json));
  yield Buffer.from('],"segments":[');
  yield* separated(segments.map((piece) => piece.json));
  yield Buffer.from(']}');
}

function shared(
  eventId: number,
  piece: SerializedFeature | SerializedSegment,
  about: string,
  head: string,
): DeltaEvent {
  const before = made.get(piece);
  if (before?.eventId === eventId) return before;
  const event = { eventId, about, json: Buffer.concat([Buffer.from(head), piece.json, CLOSE]) };
  made.set(piece, event);
  return event;
}

function told(about: string, event: object): DeltaEvent {
  return { about, json: Buffer.from(JSON.stringify(event)) };
}
