import type { VariantResponse } from '../../flags/feature/variant/variant.dto.js';
import type { EnvironmentState } from './feature-state.js';
import { HistoryIncompleteError } from './history.errors.js';
import type { Rebuilt, Step, Steps } from './steps.js';
import { strategiesBefore } from './strategies-before.js';

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
  return first ? (first.before as { variants: VariantResponse[] }).variants : now;
}
