import type { Feature } from '../../flags/features/feature-queries.js';
import {
  bodyOfDraft,
  type Draft,
  draftOf,
  newDraft,
} from '../../flags/strategies/strategy-draft.js';
import type { Strategy } from '../../flags/strategies/strategy-words.js';
import { localOf } from './local-time.js';
import type { NewSchedule, Schedule } from './schedule-queries.js';

export type Action = NewSchedule['action'];

/** The changes that can be scheduled, in order. */
export const ACTIONS: readonly Action[] = [
  'off',
  'on',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'archive',
];

/** What a person needs to schedule a change. */
export const NEEDS: Readonly<Record<Action, readonly string[]>> = {
  on: ['UPDATE_FEATURE_ENVIRONMENT'],
  off: ['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT', 'SKIP_CHANGE_REQUEST'],
  archive: ['DELETE_FEATURE'],
  addStrategy: ['CREATE_FEATURE_STRATEGY'],
  updateStrategy: ['UPDATE_FEATURE_STRATEGY'],
  deleteStrategy: ['DELETE_FEATURE_STRATEGY'],
};

/** A schedule while it is edited. */
export interface ScheduleDraft {
  action: Action;
  environment: string;
  /** Of a field for date and time, in the zone of the reader. */
  local: string;
  /** Empty for once. */
  rule: string;
  timeZone: string;
  /** After how many minutes a switch is reversed; null for never. */
  minutes: number | null;
  whenLate: 'run' | 'skip';
  /** Why something is turned off or archived although that would be refused; empty for none. */
  reason: string;
  /** The strategy to change or delete; empty for none. */
  strategyId: string;
  /** The strategy to add, or the new content of one. */
  strategy: Draft;
}

/** Whether it is turned on or off, which alone can be repeated and reversed. */
export const isSwitch = (action: Action): boolean => action === 'on' || action === 'off';

/** Whether it needs an existing strategy. */
export const needsStrategy = (action: Action): boolean =>
  action === 'updateStrategy' || action === 'deleteStrategy';

/** Whether it needs the content of a strategy. */
export const hasContent = (action: Action): boolean =>
  action === 'addStrategy' || action === 'updateStrategy';

export const newScheduleDraft = ({ name, environments }: Feature): ScheduleDraft => ({
  ...{ action: 'off', environment: environments[0]?.name ?? '', local: '', rule: '' },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...{ minutes: null, whenLate: 'run', reason: '', strategyId: '', strategy: newDraft(name) },
});

/** What a schedule says now; a recurring one starts anew with its next time. */
export function draftOfSchedule(schedule: Schedule): ScheduleDraft {
  const { action, environment, at, nextAt, rule, timeZone, durationMinutes, whenLate } = schedule;
  const { id, reason, ...strategy } = schedule.payload as Partial<Strategy> & { reason?: string };
  return {
    ...{ action, environment, timeZone, whenLate },
    local: localOf(Date.parse(at) > Date.now() ? at : (nextAt ?? at)),
    rule: rule ?? '',
    minutes: durationMinutes,
    reason: reason ?? '',
    strategyId: id ?? '',
    strategy: hasContent(action)
      ? draftOf({
          constraints: [],
          variants: [],
          parameters: {},
          ...strategy,
        } as unknown as Strategy)
      : newDraft(schedule.feature),
  };
}

/** The body of the request that saves a draft. */
export function bodyOfSchedule(draft: ScheduleDraft, at: string): NewSchedule {
  const { action, rule, timeZone, minutes, whenLate } = draft;
  return {
    ...{ action, at, whenLate },
    ...(isSwitch(action) && rule ? { rule, timeZone } : {}),
    ...(isSwitch(action) && minutes ? { durationMinutes: minutes } : {}),
    ...payloadOf(draft),
  };
}

function payloadOf({ action, reason, strategyId, strategy }: ScheduleDraft): {
  payload?: NewSchedule['payload'];
} {
  if (action === 'deleteStrategy') return { payload: { id: strategyId } };
  if (action === 'addStrategy') return { payload: bodyOfDraft(strategy) };
  if (action === 'updateStrategy') return { payload: { ...bodyOfDraft(strategy), id: strategyId } };
  const why = reason.trim();
  return action !== 'on' && why ? { payload: { force: true, reason: why } } : {};
}
