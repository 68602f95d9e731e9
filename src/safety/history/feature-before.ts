import type { ProjectChangePayload } from '../../core/event/feature-events.js';
import { environmentBefore } from './environment-before.js';
import type {
  DependencyState,
  EnvironmentState,
  FeatureState,
  LinkState,
  TagState,
} from './feature-state.js';
import { HistoryIncompleteError } from './history.errors.js';
import { saidBefore, type Step, type Steps } from './steps.js';

type Properties = Pick<FeatureState, 'type' | 'description' | 'stale' | 'impressionData'>;

/**
 * A feature before the steps; undefined when there was none, or it was archived.
 * @param now The feature as it is, if it exists.
 * @param environments The environments to rebuild; others are left out.
 * @throws HistoryIncompleteError
 */
export function featureBefore(
  name: string,
  now: FeatureState | null,
  environments: readonly string[],
  steps: Steps,
): FeatureState | undefined {
  const all = steps.of(name);
  const last = all.find(
    ({ type, isPart }) => !isPart && (type === 'feature-created' || type === 'feature-deleted'),
  );
  if (last?.type === 'feature-created') return undefined;
  const end = last?.id ?? Infinity;
  const own = last ? all.filter((step) => step.id < end) : all;
  if (wasArchived(own, last ? true : (now?.archived ?? true))) return undefined;
  const base = last ? deleted(last, all) : now;
  if (!base) return undefined;
  const project = projectBefore(base.project, own, steps);
  const feature = { project, own, end };
  const rebuilt = environments.map((one): [string, EnvironmentState] => [
    one,
    environmentBefore(one, base.environments[one], feature, steps),
  ]);
  return {
    ...{ ...base, ...propertiesBefore(base, own), project, archived: false },
    ...{ tags: tagsBefore(base.tags, own, end, steps), links: linksBefore(base.links, own) },
    dependencies: dependenciesBefore(base.dependencies, own, steps),
    environments: Object.fromEntries(rebuilt),
  };
}

function wasArchived(own: readonly Step[], isArchived: boolean): boolean {
  const first = own.find(
    ({ type, isPart }) => !isPart && (type === 'feature-archived' || type === 'feature-revived'),
  );
  return first ? first.type === 'feature-revived' : isArchived;
}

/** @throws HistoryIncompleteError when an earlier version moved the feature. */
function projectBefore(now: string, own: readonly Step[], steps: Steps): string {
  const moved = own.find(({ type }) => type === 'feature-project-change');
  if (!moved) return now;
  if (steps.isOld(moved)) throw new HistoryIncompleteError(moved);
  return (moved.data as ProjectChangePayload).oldProject;
}

/** What a feature was when it was deleted. */
function deleted(deletion: Step, all: readonly Step[]): FeatureState {
  const part = all.find((step) => step.isPart && step.id === deletion.id);
  if (!part) throw new HistoryIncompleteError(deletion);
  return saidBefore(part);
}

function propertiesBefore(base: FeatureState, own: readonly Step[]): Properties {
  const changed = own.find(({ type }) => type === 'feature-metadata-updated');
  const properties = changed ? saidBefore<Properties>(changed) : base;
  const { type, description, impressionData } = properties;
  return { type, description, impressionData, stale: staleBefore(base, own) };
}

function staleBefore(base: FeatureState, own: readonly Step[]): boolean {
  for (const step of own) {
    if (step.type === 'feature-stale-on') return false;
    if (step.type === 'feature-stale-off') return true;
    if (step.type === 'feature-metadata-updated') return saidBefore<Properties>(step).stale;
  }
  return base.stale;
}

/** @throws HistoryIncompleteError when an earlier version deleted tags of unknown features. */
function tagsBefore(
  now: readonly TagState[],
  own: readonly Step[],
  end: number,
  steps: Steps,
): TagState[] {
  const silent = steps.shared.find(
    (step) =>
      (step.type === 'tag-deleted' || step.type === 'tag-type-deleted') &&
      step.id < end &&
      steps.isOld(step),
  );
  if (silent) throw new HistoryIncompleteError(silent);
  const known = new Map<string, TagState | undefined>();
  for (const step of own) {
    const { type, isPart, data } = step;
    const removed = type === 'feature-untagged' || (isPart && type.startsWith('tag-'));
    if (!removed && type !== 'feature-tagged') continue;
    const tag = removed ? saidBefore<TagState>(step) : (data as TagState);
    const key = JSON.stringify([tag.type, tag.value]);
    if (!known.has(key)) known.set(key, removed ? { value: tag.value, type: tag.type } : undefined);
  }
  if (known.size === 0) return [...now];
  const rest = now.filter((tag) => !known.has(JSON.stringify([tag.type, tag.value])));
  return [...rest, ...[...known.values()].filter((tag) => tag !== undefined)].sort(
    (a, b) => compare(a.type, b.type) || compare(a.value, b.value),
  );
}

function linksBefore(now: readonly LinkState[] = [], own: readonly Step[]): LinkState[] {
  const links = new Map(now.map((link) => [link.id, link]));
  const known = new Set<string>();
  for (const { type, subject, before } of own) {
    if (!type.startsWith('feature-link-') || known.has(subject)) continue;
    known.add(subject);
    if (before === null) links.delete(subject);
    else links.set(subject, before as LinkState);
  }
  return [...links.values()].sort((a, b) => compare(a.id, b.id));
}

/** Payloads of events about dependencies. */
export interface DependencyStep {
  type: string;
  data: { feature: string } | null;
  before: { dependencies?: DependencyState[]; feature?: string } | null;
}

function dependenciesBefore(
  now: readonly DependencyState[],
  own: readonly Step[],
  steps: Steps,
): DependencyState[] {
  const known = new Map<string, DependencyState | undefined>();
  for (const step of own) {
    if (!step.type.startsWith('feature-dependenc')) continue;
    if (steps.isOld(step) && step.before === null) throw new HistoryIncompleteError(step);
    for (const [parent, dependency] of parentsBefore(step as DependencyStep))
      if (!known.has(parent)) known.set(parent, dependency);
  }
  const rest = now.filter(({ feature }) => !known.has(feature));
  return [...rest, ...[...known.values()].filter((one) => one !== undefined)].sort((a, b) =>
    compare(a.feature, b.feature),
  );
}

/** What an event says about the parents that a feature had before it. */
export function parentsBefore({
  type,
  data,
  before,
}: DependencyStep): Map<string, DependencyState | undefined> {
  const parents = new Map<string, DependencyState | undefined>();
  if (type === 'feature-dependency-added') parents.set(data!.feature, undefined);
  const removed =
    type === 'feature-dependency-removed'
      ? [before as DependencyState]
      : (before?.dependencies ?? []);
  for (const { feature, enabled, variants = [] } of removed)
    parents.set(feature, { feature, enabled, variants });
  return parents;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
