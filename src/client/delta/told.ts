import type { FeaturePiece, SegmentPiece } from '../state/piece.js';

/** An event for SDKs. */
export interface Told {
  /** What it is about: a later one about the same makes an earlier one needless. */
  readonly about: string;
  /** JSON in UTF-8. */
  readonly json: Buffer;
}

const CLOSE = Buffer.from('}');
const COMMA = Buffer.from(',');

/** A feature that is new, or otherwise than before. */
export function featureUpdated(eventId: number, { name, json }: FeaturePiece): Told {
  return {
    about: `feature ${name}`,
    json: Buffer.concat([Buffer.from(`{"eventId":${eventId},"type":"feature-updated","feature":`), json, CLOSE]),
  };
}

/** A feature that is not any more, or that those who are told this do not get to see any more. */
export function featureRemoved(eventId: number, { name, project }: FeaturePiece): Told {
  return told(`feature ${name}`, { eventId, type: 'feature-removed', featureName: name, project });
}

/** A segment that is used from now on, or is otherwise than before. */
export function segmentUpdated(eventId: number, { id, json }: SegmentPiece): Told {
  return {
    about: `segment ${id}`,
    json: Buffer.concat([Buffer.from(`{"eventId":${eventId},"type":"segment-updated","segment":`), json, CLOSE]),
  };
}

/** A segment that is not used any more. */
export function segmentRemoved(eventId: number, segmentId: number): Told {
  return told(`segment ${segmentId}`, { eventId, type: 'segment-removed', segmentId });
}

/** Everything at once. */
export function hydration(eventId: number, features: readonly FeaturePiece[], segments: readonly SegmentPiece[]): Told {
  const json = Buffer.concat([
    Buffer.from(`{"eventId":${eventId},"type":"hydration","features":[`),
    ...separated(features.map((piece) => piece.json)),
    Buffer.from('],"segments":['),
    ...separated(segments.map((piece) => piece.json)),
    Buffer.from(']}'),
  ]);
  return { about: 'everything', json };
}

/** Parts of a list in JSON, with the commas between them. */
export function separated(parts: readonly Buffer[]): Buffer[] {
  return parts.flatMap((part, n) => (n === 0 ? [part] : [COMMA, part]));
}

function told(about: string, event: object): Told {
  return { about, json: Buffer.from(JSON.stringify(event)) };
}
