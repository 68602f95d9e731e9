import type { EventType } from './event.types.js';
import { KEEP_REMOVED } from './removed-parts.sql.js';
import type { Tx } from './tx.js';

/** Maximum rows per statement. */
const BATCH = 1_000;

/** Something that an event removed or replaced, and that its payload does not name. */
interface RemovedPart {
  project?: string;
  environment?: string;
  featureName?: string;
  data: object;
}

/** Events that remove parts of the one feature that they are about. */
type FeatureEventType = Extract<EventType, 'feature-revived' | 'strategy-order-changed'>;

/**
 * Keeps what the event of each feature in this transaction removed or replaced, so that former
 * states can be rebuilt (ADR 35). The events must be recorded already.
 */
export function keepRemovedOfFeatures(
  type: FeatureEventType,
  parts: readonly (RemovedPart & { featureName: string })[],
  tx: Tx,
): Promise<void> {
  return keep(type, true, parts, tx);
}

/** Like {@link keepRemovedOfFeatures}, for one event that is not about a feature. */
export function keepRemoved(
  type: Exclude<EventType, FeatureEventType>,
  parts: readonly RemovedPart[],
  tx: Tx,
): Promise<void> {
  return keep(type, false, parts, tx);
}

async function keep(
  type: EventType,
  isOfFeature: boolean,
  parts: readonly RemovedPart[],
  tx: Tx,
): Promise<void> {
  for (let start = 0; start < parts.length; start += BATCH)
    await tx.query(KEEP_REMOVED, [
      type,
      isOfFeature,
      JSON.stringify(parts.slice(start, start + BATCH)),
    ]);
}
