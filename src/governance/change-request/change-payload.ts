import type { ChangePayload } from '../../core/event/planned-payloads.js';

/** A change without what identifies it. */
export interface ChangeContent {
  action: string;
  /** Name of the feature; null when a segment is changed. */
  feature: string | null;
  /** Id of the segment; null when a feature is changed. */
  segment: number | null;
  payload: unknown;
  /** Description of the token of the agent that proposed it; null for people. */
  proposedBy?: string | null;
}

/** A change as it is recorded. */
export function payloadOf(
  changeRequestId: number,
  changeId: number,
  { action, feature, segment, payload, proposedBy }: ChangeContent,
): ChangePayload {
  return {
    changeRequestId,
    changeId,
    action,
    ...(feature === null ? {} : { feature }),
    ...(segment === null ? {} : { segment }),
    payload,
    ...(typeof proposedBy === 'string' ? { proposedBy } : {}),
  };
}
