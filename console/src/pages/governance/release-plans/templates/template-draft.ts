import type { Schemas } from '../../../../api/client.js';
import { type Draft, draftOf, newDraft } from '../../../flags/strategies/strategy-draft.js';
import { strategyOf } from '../milestone-words.js';
import type { Template } from '../release-plan-queries.js';

/** A strategy of a template while it is edited. */
export interface StrategyDraft extends Draft {
  /** Distinguishes it from the others, also before it is saved. */
  key: string;
  /** Of a strategy that the template has already. */
  id?: string;
}

/** A milestone of a template while it is edited. */
export interface MilestoneDraft {
  key: string;
  /** Of a milestone that the template has already. */
  id?: string;
  name: string;
  /** Minutes until the next milestone; null for never. */
  intervalMinutes: number | null;
  strategies: readonly StrategyDraft[];
}

/** A template while it is edited. */
export interface TemplateDraft {
  name: string;
  description: string;
  milestones: readonly MilestoneDraft[];
}

let lastKey = 0;
const newKey = (): string => `new ${++lastKey}`;

export const newMilestone = (): MilestoneDraft => ({
  key: newKey(),
  name: '',
  intervalMinutes: null,
  strategies: [],
});

/** A new gradual rollout for everybody, whose group is left to the feature. */
export const newStrategy = (): StrategyDraft => ({ ...newDraft(''), key: newKey() });

export function draftOfTemplate({ name, description, milestones }: Template): TemplateDraft {
  return {
    name,
    description: description ?? '',
    milestones: milestones.map((milestone) => ({
      key: milestone.id,
      id: milestone.id,
      name: milestone.name,
      intervalMinutes: milestone.transitionCondition?.intervalMinutes ?? null,
      strategies: (milestone.strategies ?? []).map((strategy) => ({
        ...draftOf(strategyOf(strategy)),
        key: strategy.id,
        id: strategy.id,
      })),
    })),
  };
}

/** The body of the request that saves a template. */
export function bodyOfTemplate(draft: TemplateDraft): Schemas['ReleasePlanTemplateDto'] {
  const { name, description, milestones } = draft;
  return {
    name: name.trim(),
    description: description.trim() || null,
    milestones: milestones.map(({ id, intervalMinutes, ...milestone }, index) => ({
      ...(id ? { id } : {}),
      name: milestone.name.trim(),
      // Nothing follows the last one.
      transitionCondition:
        intervalMinutes === null || index === milestones.length - 1 ? null : { intervalMinutes },
      strategies: milestone.strategies.map(bodyOfStrategy),
    })),
  };
}

/** A strategy of a milestone, whose empty parameters are left to the feature. */
function bodyOfStrategy({ id, ...draft }: StrategyDraft): Schemas['MilestoneStrategyDto'] {
  const { name, title, disabled, parameters, constraints, segments, variants } = draft;
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return {
    ...(id ? { id } : {}),
    strategyName: name,
    title: title.trim(),
    disabled,
    parameters: Object.fromEntries(given),
    constraints,
    segments: [...segments],
    variants,
  };
}

/** The list with an item moved by one place. */
export function moved<Item>(items: readonly Item[], from: number, by: -1 | 1): Item[] {
  const item = items[from]!;
  return items.toSpliced(from, 1).toSpliced(from + by, 0, item);
}
