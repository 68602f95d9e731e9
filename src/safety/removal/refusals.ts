import { SENTENCES } from '../../audit/audit-log/event/event-sentences.js';
import type { RemovalReason, RemovalRefusalResponse } from './removal.dto.js';
import type { Beginning, Dangers, PresentState, Usage } from './removal.sql.js';
import type { Outcome } from './outcome.js';

const DAY_MS = 86_400_000;

/** What a certificate is decided by. */
export interface Facts {
  present: PresentState;
  outcome: Outcome;
  beginning: Beginning;
  usage: Usage;
  dangers: Dangers;
  delivery: { connected: number; delivered: number };
  days: number;
}

/** Why it is not safe to say that everybody always gets the same; none when it is. */
export function refusalsOf(facts: Facts): RemovalRefusalResponse[] {
  return [...facts.outcome.refusals, ...ofTime(facts), ...ofUsage(facts), ...ofPlans(facts)].map(
    ([reason, message]) => ({ reason, message }),
  );
}

type Refusals = [RemovalReason, string][];

const when = (is: boolean, reason: RemovalReason, message: string): Refusals =>
  is ? [[reason, message]] : [];

function ofTime({ beginning, days }: Facts): Refusals {
  const { now, since, event, restoredAt, servedAt } = beginning;
  const isShort = Date.parse(now) - Date.parse(since) < days * DAY_MS;
  const [label] = SENTENCES[event?.type ?? ''] ?? [event?.type ?? 'the audit log begins'];
  const why = servedAt ? 'served late' : label;
  return [
    ...when(isShort, 'too-short', `It is so since ${since} only (${why}), not for ${days} days.`),
    ...when(
      restoredAt !== null && since === restoredAt && isShort,
      'restored',
      'The database was restored then. What was before is not known for certain.',
    ),
  ];
}

function ofUsage({ outcome, usage, dangers, delivery }: Facts): Refusals {
  const late = usage.applications.filter(({ contradicting }) => contradicting > 0);
  const lost = dangers.lost.map(({ reason, counters }) => `${counters} (${reason})`);
  const behind = delivery.connected - delivery.delivered;
  const other = outcome.state === 'on' ? 'off' : 'on';
  return [
    ...when(
      outcome.state !== null && late.length > 0,
      'late-usage',
      `Evaluations as ${other} were reported later than an hour after the change, by ` +
        `${namesOf(late)}. Their SDKs have an old state, or evaluate with a default.`,
    ),
    ...when(
      outcome.state !== null && usage.otherVariants.length > 0,
      'late-usage',
      `Other variants were reported: ${usage.otherVariants.join(', ')}.`,
    ),
    ...when(lost.length > 0, 'lost-usage', `Reports of usage were lost: ${lost.join(', ')}.`),
    ...when(
      dangers.silent.length > 0,
      'silent',
      `Connected, but without a report of usage within two days: ${dangers.silent.join(', ')}.`,
    ),
    ...when(behind > 0, 'late-sdks', `${behind} connected SDKs do not have the latest change.`),
  ];
}

const namesOf = (applications: readonly { appName: string }[]): string =>
  applications.map(({ appName }) => appName).join(', ');

function ofPlans({ present, dangers }: Facts): Refusals {
  const { schedules, changeRequests, hasPlan, safeguards, signals } = dangers;
  return [
    ...when(
      present.children.length > 0,
      'children',
      `Other features depend on it: ${present.children.join(', ')}.`,
    ),
    ...when(schedules > 0, 'schedules', `Schedules would change it: ${schedules}.`),
    ...when(
      changeRequests.length > 0,
      'change-requests',
      `Change requests would change it: ${changeRequests.join(', ')}.`,
    ),
    ...when(hasPlan, 'release-plan', 'Its release plan has not come to its last milestone.'),
    ...when(safeguards > 0, 'safeguards', `Safeguards could turn it off: ${safeguards}.`),
    ...when(signals > 0, 'signals', `Signals could turn it off: ${signals}.`),
  ];
}
