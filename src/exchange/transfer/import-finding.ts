import type { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ImportFileDto, ImportFindingResponse } from './import.dto.js';

/** Everything that the strategies of a file refer to, without duplicates. */
export interface StrategyContents {
  definitions: ReadonlySet<string>;
  contextFields: ReadonlySet<string>;
  segments: ReadonlySet<number>;
  features: ReadonlySet<string>;
}

/** Collects everything that the strategies of a file refer to, in slices of time. */
export async function contentOfStrategies(
  { featureStrategies }: ImportFileDto,
  slice: TimeSlice,
): Promise<StrategyContents> {
  const [definitions, contextFields, segments, features] = [
    new Set<string>(),
    new Set<string>(),
    new Set<number>(),
    new Set<string>(),
  ];
  await slice.forEach(featureStrategies, (strategy) => {
    definitions.add(strategy.name);
    for (const { contextName } of strategy.constraints ?? []) contextFields.add(contextName);
    for (const id of strategy.segments ?? []) segments.add(id);
    if (strategy.featureName !== undefined) features.add(strategy.featureName);
  });
  return { definitions, contextFields, segments, features };
}

/** Maximum number of items that one finding lists. */
const MAX_AFFECTED = 1_000;

/** A finding without duplicate items; undefined when it has none. */
export function finding(message: string, items: Iterable<string>): ImportFindingResponse[] {
  const affectedItems = [...new Set(items)].slice(0, MAX_AFFECTED);
  return affectedItems.length > 0 ? [{ message, affectedItems }] : [];
}
