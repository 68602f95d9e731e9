import type { Drill } from './drill.js';

/** A reserved feature as SDKs would get it. */
export interface DrillFeature {
  enabled: boolean;
  description: string;
}

/** The drill that a reserved feature comes from. */
export function drillOf({ enabled, description }: DrillFeature): Drill {
  const [round, transactionId] = description.split(' ');
  return { round: Number(round), enabled, transactionId: transactionId! };
}

/** The latest drill of which there are features; undefined without features. */
export function latestRound(features: readonly DrillFeature[]): number | undefined {
  if (features.length === 0) return undefined;
  return Math.max(...features.map((feature) => drillOf(feature).round));
}
