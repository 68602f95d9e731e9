import { separated } from '../cache/cached-response.js';
import type { SerializedFeature, SerializedSegment } from '../snapshot/serialized-feature.js';

/** A delta event as sent to SDKs. */
export interface DeltaEvent {
  /** The subject: a later event with the same subject replaces an earlier one. */
  readonly about: string;
  /** JSON in UTF-8. */
  readonly json: Buffer;
}

const CLOSE = Buffer.from('}');

/** The most recently built event for each subject, so that all views share the same bytes. */
const made = new WeakMap<
  SerializedFeature | SerializedSegment,
  DeltaEvent & { readonly eventId: number }
>();

/** Event for a new or changed feature. */
export function featureUpdated(eventId: number, serialized: SerializedFeature): DeltaEvent {
  return shared(
    eventId,
    serialized,
    `feature ${serialized.name}`,
    `{"eventId":${eventId},"type":"feature-updated","feature":`,
  );
}

/** Event for a feature that was removed or is no longer visible to the SDK. */
export function featureRemoved(eventId: number, { name, project }: SerializedFeature): DeltaEvent {
  return deltaEvent(`feature ${name}`, {
    eventId,
    type: 'feature-removed',
    featureName: name,
    project,
  });
}

/** Event for a new or changed segment. */
export function segmentUpdated(eventId: number, serialized: SerializedSegment): DeltaEvent {
  return shared(
    eventId,
    serialized,
    `segment ${serialized.id}`,
    `{"eventId":${eventId},"type":"segment-updated","segment":`,
  );
}

/** Event for a segment that is no longer used. */
export function segmentRemoved(eventId: number, segmentId: number): DeltaEvent {
  return deltaEvent(`segment ${segmentId}`, { eventId, type: 'segment-removed', segmentId });
}

/** The full state, in parts. */
export function* hydration(
  eventId: number,
  features: readonly SerializedFeature[],
  segments: readonly SerializedSegment[],
): Iterable<Buffer> {
  yield Buffer.from(`{"eventId":${eventId},"type":"hydration","features":[`);
  yield* separated(features.map((serialized) => serialized.json));
  yield Buffer.from('],"segments":[');
  yield* separated(segments.map((serialized) => serialized.json));
  yield Buffer.from(']}');
}

function shared(
  eventId: number,
  serialized: SerializedFeature | SerializedSegment,
  about: string,
  head: string,
): DeltaEvent {
  const before = made.get(serialized);
  if (before?.eventId === eventId) return before;
  const event = {
    eventId,
    about,
    json: Buffer.concat([Buffer.from(head), serialized.json, CLOSE]),
  };
  made.set(serialized, event);
  return event;
}

function deltaEvent(about: string, event: object): DeltaEvent {
  return { about, json: Buffer.from(JSON.stringify(event)) };
}
