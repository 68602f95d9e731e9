import { scheduleTexts as texts } from '../../../texts/schedules.js';
import type { Schedule } from './schedule-queries.js';

/** What a schedule does, such as `Turn off in production for 1 hour`. */
export function wordsOfSchedule({ action, environment, durationMinutes }: Schedule): string {
  const what = texts.actions[action] ?? action;
  const where = action === 'archive' ? what : texts.inEnvironment(what, environment);
  return durationMinutes ? `${where} ${texts.forMinutes(durationMinutes)}` : where;
}

/** How often it is done; rules that the console does not offer are shown as they are. */
export const wordsOfRule = (rule: string | null): string => texts.rules[rule ?? ''] ?? rule ?? '';
