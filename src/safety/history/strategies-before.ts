import type { StrategyState } from './feature-state.js';
import { HistoryIncompleteError } from './history.errors.js';
import type { Rebuilt, Step, Steps } from './steps.js';

/** Positions of strategies by id. */
interface Positions {
  positions: Record<string, number>;
}

/** A strategy from which a deleted segment was removed. */
interface Use {
  strategyId: string;
  segment: number;
}

/**
 * The strategies of a feature in one environment before the steps, in their order.
 * @param all The steps of the feature in all environments.
 * @throws HistoryIncompleteError
 */
export function strategiesBefore(
  now: readonly StrategyState[],
  { own, end }: Rebuilt,
  all: readonly Step[],
  steps: Steps,
): StrategyState[] {
  const present = new Map(now.map((strategy) => [strategy.id, strategy]));
  const firsts = new Map<string, Step>();
  for (const step of own)
    if (step.type.startsWith('feature-strategy-') && !firsts.has(step.subject))
      firsts.set(step.subject, step);
  requireSegments(all, end, steps);
  const before = [...new Set([...present.keys(), ...firsts.keys()])].flatMap((id) => {
    const first = firsts.get(id);
    if (first?.type === 'feature-strategy-add') return [];
    const strategy = (first?.before as StrategyState | undefined) ?? present.get(id)!;
    const createdAt = present.get(id)?.createdAt ?? createdAtOf(id, own);
    const position = positionBefore(strategy, first, own, steps);
    const segments = segmentsBefore(strategy, first?.id ?? end, all);
    return [{ ...strategy, ...(createdAt ? { createdAt } : {}), ...position, ...segments }];
  });
  return inOrder(before, own);
}

/** When a removed strategy was created. */
function createdAtOf(id: string, own: readonly Step[]): string | undefined {
  const removal = own.find(
    ({ type, subject }) => type === 'feature-strategy-remove' && subject === id,
  );
  return (removal?.before as StrategyState | undefined)?.createdAt;
}

/** The position, if it was changed by itself before the strategy was changed. */
function positionBefore(
  { id }: StrategyState,
  first: Step | undefined,
  own: readonly Step[],
  steps: Steps,
): { sortOrder?: number } {
  for (const step of own) {
    if (step.type !== 'strategy-order-changed') continue;
    if (first && first.id < step.id) return {};
    if (!step.isPart && steps.isOld(step)) throw new HistoryIncompleteError(step);
    const sortOrder = step.isPart ? (step.before as Positions).positions[id] : undefined;
    if (sortOrder !== undefined) return { sortOrder };
  }
  return {};
}

/** The segments with those that were deleted before the strategy was changed. */
function segmentsBefore(
  { id, segments = [] }: StrategyState,
  until: number,
  all: readonly Step[],
): { segments?: number[] } {
  const removed = all
    .filter((step) => step.isPart && step.type === 'segment-deleted' && step.id < until)
    .map((step) => step.before as Use)
    .filter((use) => use.strategyId === id);
  if (removed.length === 0) return {};
  return { segments: [...segments, ...removed.map((use) => use.segment)].sort((a, b) => a - b) };
}

/**
 * An earlier version did not record from which archived features it removed a deleted segment.
 * @throws HistoryIncompleteError when this may be one of them.
 */
function requireSegments(all: readonly Step[], end: number, steps: Steps): void {
  const archived = all.find(({ type }) => type === 'feature-archived');
  if (!archived) return;
  const silent = steps.shared.find(
    (step) => step.type === 'segment-deleted' && step.id > archived.id && step.id < end,
  );
  if (silent && steps.isOld(silent)) throw new HistoryIncompleteError(silent);
}

function inOrder(strategies: StrategyState[], own: readonly Step[]): StrategyState[] {
  return strategies.sort((a, b) => {
    // In outline, strategies have no order.
    if (!('sortOrder' in a && 'sortOrder' in b)) return 0;
    if (a.sortOrder !== b.sortOrder) return a.sortOrder - b.sortOrder;
    const [one, other] = [a.createdAt, b.createdAt];
    const unknown = one === undefined ? a.id : other === undefined ? b.id : undefined;
    const removal = own.find(({ subject }) => subject === unknown);
    if (removal) throw new HistoryIncompleteError(removal);
    return compare(one ?? '', other ?? '') || compare(a.id, b.id);
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
