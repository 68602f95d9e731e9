import { milestoneTexts as texts } from '../../../texts/release-plans.js';
import type { Strategy } from '../../flags/strategies/strategy-words.js';
import type { MilestoneStrategy } from './release-plan-queries.js';

const HOUR = 60;
const DAY = 1_440;

/** The longest unit of time, in minutes, in which a duration is a whole number. */
export function unitOf(minutes: number): number {
  return [DAY, HOUR].find((unit) => minutes % unit === 0) ?? 1;
}

/** A duration such as `90 minutes` or `2 days`. */
export function wordsOfMinutes(minutes: number): string {
  const unit = unitOf(minutes);
  if (unit === DAY) return texts.days(minutes / DAY);
  return unit === HOUR ? texts.hours(minutes / HOUR) : texts.minutes(minutes);
}

/** The strategy of a milestone as features have it. */
export function strategyOf({ strategyName: name, ...rest }: MilestoneStrategy): Strategy {
  return { ...rest, name };
}
