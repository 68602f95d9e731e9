import type { VariantResponse } from '../../flags/feature/variant/variant.dto.js';
import type { EnvironmentState, StrategyState } from './feature-state.js';
import { HistoryIncompleteError } from './history.errors.js';
import { type Rebuilt, saidBefore, type Step, type Steps } from './steps.js';

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
function strategiesBefore(
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
    const sortOrder = step.isPart ? saidBefore<Positions>(step).positions[id] : undefined;
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
    .map((step) => saidBefore<Use>(step))
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

const NOTHING: EnvironmentState = { enabled: false, variants: [], strategies: [] };

/**
 * A feature in one environment before the steps; nothing if there was no such environment.
 * @throws HistoryIncompleteError
 */
export function environmentBefore(
  name: string,
  now: EnvironmentState | undefined,
  feature: Rebuilt,
  steps: Steps,
): EnvironmentState {
  const gone = steps.endOf(name);
  const isOver = gone !== undefined && gone.id < feature.end;
  if (isOver && gone.type === 'environment-created') return NOTHING;
  const end = isOver ? gone.id : feature.end;
  const own = feature.own.filter((step) => step.id < end && step.environment === name);
  const base = isOver ? deleted(gone, name, feature, steps) : (now ?? NOTHING);
  return {
    enabled: enabledBefore(name, base.enabled, { ...feature, own, end }, feature.own, steps),
    variants: variantsBefore(base.variants, own),
    strategies: strategiesBefore(base.strategies, { ...feature, own, end }, feature.own, steps),
  };
}

/** What the feature had in an environment when that was deleted. */
function deleted(gone: Step, name: string, { own }: Rebuilt, steps: Steps): EnvironmentState {
  if (steps.isOld(gone)) throw new HistoryIncompleteError(gone);
  const part = own.find((step) => step.isPart && step.id === gone.id && step.environment === name);
  return (part?.before as EnvironmentState | undefined) ?? NOTHING;
}

function enabledBefore(
  environment: string,
  now: boolean,
  { project, own, end }: Rebuilt,
  all: readonly Step[],
  steps: Steps,
): boolean {
  const first = own.find(
    ({ type, isPart }) =>
      type === 'feature-environment-enabled' ||
      type === 'feature-environment-disabled' ||
      (isPart && (type === 'feature-revived' || type === 'project-environment-removed')),
  );
  const before = first?.id ?? end;
  const silent =
    all.find((step) => step.type === 'feature-revived' && !step.isPart && step.id < before) ??
    steps.shared.find(
      (step) =>
        step.type === 'project-environment-removed' &&
        step.project === project &&
        step.environment === environment &&
        step.id < before,
    );
  if (silent && steps.isOld(silent)) throw new HistoryIncompleteError(silent);
  return first ? first.type !== 'feature-environment-enabled' : now;
}

function variantsBefore(now: VariantResponse[], own: readonly Step[]): VariantResponse[] {
  const first = own.find(({ type }) => type === 'feature-environment-variants-updated');
  return first ? saidBefore<{ variants: VariantResponse[] }>(first).variants : now;
}
