import type { Drill } from './drill.js';

/** A reserved feature as SDKs would get it. */
export interface DrillFeature {
  enabled: boolean;
  /** Round and transaction of the drill; null in no reserved feature. */
  description: string | null;
}

/** The drill that a reserved feature comes from. */
export function drillOf({ enabled, description }: DrillFeature): Drill {
  const [round, transactionId] = (description ?? '').split(' ');
  return { round: Number(round), enabled, transactionId: transactionId! };
}

/** The latest drill of which there are features; undefined without features. */
export function latestRound(features: readonly DrillFeature[]): number | undefined {
  return features
    .map((feature) => drillOf(feature).round)
    .sort((a, b) => a - b)
    .at(-1);
}
