import { service } from '../../../../api/failure-words.js';
import { changeRequestPath } from '../../change-requests/change-request-path.js';
import type { FoundChangeRequest } from '../../change-requests/change-request-queries.js';
import { featurePath } from '../../../flags/features/feature-path.js';
import { calendarTexts as texts } from '../../../../texts/calendar.js';
import type { Schedule } from '../schedule-queries.js';
import { wordsOfSchedule } from '../schedule-words.js';

/** Something that happens at a moment, by a schedule or a change request. */
export interface Planned {
  key: string;
  at: Date;
  /** What is changed: a feature, or the title of a change request. */
  name: string;
  /** What happens to it. */
  words: string;
  to: string;
  environment: string;
  features: readonly string[];
  /** What a schedule does; undefined for change requests. */
  action?: string;
  /** Until when it is switched, where it is switched back. */
  until?: Date;
  /** The strategy that is changed. */
  strategy?: string;
  /** Why it will not happen as planned. */
  problem?: string;
}

/** When schedules start. A suspended one stands where it was to act. */
export function plannedBySchedules(schedules: readonly Schedule[]): Planned[] {
  return schedules.flatMap((schedule) => {
    const { occurrences = [], nextAt, state, reason, conflict } = schedule;
    if (state === 'suspended')
      return nextAt ? [startOf(schedule, nextAt, reason ?? texts.suspended)] : [];
    return occurrences.map((at) =>
      startOf(schedule, at, at === nextAt ? (conflict ?? undefined) : undefined),
    );
  });
}

function startOf(schedule: Schedule, time: string, problem: string | undefined): Planned {
  const { id, project, feature, environment, action, durationMinutes, payload } = schedule;
  const at = new Date(time);
  const { id: strategy } = payload as { id?: string };
  return {
    ...{ key: `schedule ${id} ${time}`, at, environment, action, strategy },
    ...{ name: feature, features: [feature], words: wordsOfSchedule(schedule) },
    problem: problem === undefined ? undefined : service.told(problem),
    to: `${featurePath(project, feature)}?section=schedules`,
    until: durationMinutes ? new Date(at.getTime() + durationMinutes * 60_000) : undefined,
  };
}

/** When scheduled change requests are applied. */
export function plannedByRequests(requests: readonly FoundChangeRequest[]): Planned[] {
  return requests.flatMap(({ id, project, title, environment, features, schedule }) => {
    if (!schedule) return [];
    const { scheduledAt, status, reason } = schedule;
    return [
      {
        ...{ key: `request ${id}`, at: new Date(scheduledAt), name: title, environment, features },
        words: texts.applied(environment),
        to: changeRequestPath(project, id),
        problem: status === 'pending' ? undefined : service.told(reason ?? texts.suspended),
      },
    ];
  });
}

/** Different changes of one thing within this time are hardly meant. */
const NEAR_MS = 15 * 60_000;

/** What has happened to one feature before. */
interface Before {
  archive?: Planned;
  /** By environment. */
  last: Map<string, Planned>;
  window: Map<string, Planned>;
  strategies: Map<string, Planned>;
}

/** All in order, with what keeps some from happening as planned. */
export function inOrder(all: readonly Planned[]): Planned[] {
  const features = new Map<string, Before>();
  return all
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((one) => {
      let { problem } = one;
      for (const feature of one.features) {
        const before = features.get(feature) ?? newBefore();
        features.set(feature, before);
        problem ??= clashWith(before, one);
        note(before, one);
      }
      return { ...one, problem };
    });
}

const newBefore = (): Before => ({
  last: new Map(),
  window: new Map(),
  strategies: new Map(),
});

function clashWith(before: Before, one: Planned): string | undefined {
  const { environment, strategy, action, at } = one;
  if (before.archive) return texts.archived(before.archive.at);
  const earlier = strategy === undefined ? undefined : before.strategies.get(strategy);
  if (earlier) return texts.changedBefore(earlier.at);
  const window = before.window.get(environment);
  const isSwitch = action === 'on' || action === 'off';
  if (isSwitch && window && at < window.until!) return texts.during(window.words, window.until!);
  const last = before.last.get(environment);
  if (last && at.getTime() - last.at.getTime() < NEAR_MS) return texts.near(last.words, last.at);
  return undefined;
}

function note(before: Before, one: Planned): void {
  const { environment, strategy, until, action } = one;
  before.last.set(environment, one);
  if (action === 'archive') before.archive ??= one;
  if (until) before.window.set(environment, one);
  if (strategy !== undefined) before.strategies.set(strategy, one);
}
