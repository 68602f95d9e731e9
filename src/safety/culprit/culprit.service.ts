import { Injectable } from '@nestjs/common';
import { wordsOf } from '../../audit/audit-log/event/event-words.js';
import { EventDescriber } from '../../audit/audit-log/event/event-describer.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import type { Language } from '../../platform/http/language.js';
import { FIRST_MS } from '../../platform/http/validation/calendar.js';
import { momentOf } from '../history/moment.js';
import type { StrategyPayload } from '../../core/event/feature-events.js';
import type {
  CulpritQuery,
  CulpritResponse,
  CulpritsResponse,
  CulpritReasonResponse,
} from './culprit.dto.js';
import {
  CULPRITS,
  CULPRITS_IN_PROJECT,
  MOST_EXAMINED,
  type CulpritFacts,
  USAGE_HOURS,
} from './culprit.sql.js';

const MINUTE_MS = 60_000;
/** After so many minutes, a change is half as likely as one just before the moment. */
const HALF_MINUTES = 10;
/** How likely a change outside production is, compared with one in production. */
const OUTSIDE_PRODUCTION = 0.1;
/** How likely a change is that was undone before the moment, compared with one that was not. */
const UNDONE = 0.2;
/** How likely a change of a feature is that nobody evaluates, compared with one often evaluated. */
const UNUSED = 0.1;
/** Evaluations per hour from which on a feature counts as often evaluated. */
const OFTEN = 10_000;
/** A smaller number of evaluations tells nothing about a shift. */
const FEW = 20;
/** The share of users that changes of a name, a title or an order concern. */
const HARDLY_ANY = 0.02;

/** How likely a change is the cause, and why. */
interface Judgement {
  /** From 0 to 1. */
  score: number;
  reasons: CulpritReasonResponse[];
}

interface Part {
  /** By how much it makes the change less likely, from 0 to 1. */
  factor: number;
  reasons: CulpritReasonResponse[];
}

/**
 * Judges a change by time, reach and usage. Each is a factor, so that a change which hardly anybody
 * got is unlikely however recent it is.
 */
function judge(facts: CulpritFacts, at: string): Judgement {
  const parts = [time, place, effect, dependants, usage, undone].map((of) => of(facts, at));
  return {
    score: parts.reduce((product, { factor }) => product * factor, 1),
    reasons: parts.flatMap(({ reasons }) => reasons),
  };
}

/** A change takes effect where it is served: at once, and later on instances that were cut off. */
function time({ event, servedAt }: CulpritFacts, at: string): Part {
  const minutes = minutesBetween(event.createdAt, at);
  const text = `It was made ${spoken(minutes)} before.`;
  const since = servedAt === null ? minutes : minutesBetween(servedAt, at);
  const made: CulpritReasonResponse = { name: 'time', value: rounded(minutes), text };
  return {
    factor: 1 / (1 + (since / HALF_MINUTES) ** 2),
    reasons: servedAt === null ? [made] : [delivery(minutes - since, since), made],
  };
}

function delivery(late: number, since: number): CulpritReasonResponse {
  const text =
    `An instance that was cut off served it only ${spoken(late)} later, ` +
    `${spoken(since)} before.`;
  return { name: 'delivery', value: rounded(since), text };
}

const minutesBetween = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / MINUTE_MS);

function place({ event, production }: CulpritFacts): Part {
  const isProduction = production.length > 0;
  const names = production.map((name) => `"${name}"`).join(', ');
  const text = isProduction
    ? `It concerns production: ${names}.`
    : `It concerns "${event.environment ?? 'no environment'}", which is not production.`;
  return {
    factor: isProduction ? 1 : OUTSIDE_PRODUCTION,
    reasons: [{ name: 'environment', value: isProduction ? 1 : 0, text }],
  };
}

/** How many users it concerns: what usage shows, or else what the change says. */
function effect(facts: CulpritFacts, at: string): Part {
  const [reach, told] = reachOf(facts);
  const shift = shiftOf(facts, at);
  const size = shift ? Math.abs(shift.is - shift.was) : reach;
  return {
    factor: HARDLY_ANY + (1 - HARDLY_ANY) * Math.sqrt(size),
    reasons: shift ? [told, reasonOf(shift)] : [told],
  };
}

function reachOf(facts: CulpritFacts): [number, CulpritReasonResponse] {
  const { segmentFeatures: features } = facts;
  if (features !== null) {
    const text = `The segment is used by ${counted(features, 'feature')} in production.`;
    return [features === 0 ? 0 : 1 - 0.5 ** features, { name: 'segment', value: features, text }];
  }
  const share = shareOf(facts);
  const percent = rounded(share * 100);
  const text = `It concerns up to ${percent} % of users.`;
  return [share, { name: 'share', value: percent, text }];
}

/** The share of users whose result the change can have changed, from 0 to 1, as far as is known. */
function shareOf({ event, rollout }: CulpritFacts): number {
  const before = event.preData as StrategyPayload | null;
  const after = event.data as StrategyPayload | null;
  if (event.type === 'feature-strategy-add') return selected(after);
  if (event.type === 'feature-strategy-remove') return selected(before);
  if (event.type === 'feature-strategy-update') return changed(before, after);
  if (event.type === 'strategy-order-changed') return HARDLY_ANY;
  const isSwitch = event.type.startsWith('feature-environment-');
  return isSwitch && rollout !== null ? rollout / 100 : 1;
}

/** The share of users that a strategy selects. Constraints are counted as half of them. */
function selected(strategy: StrategyPayload | null): number {
  if (!strategy || strategy.disabled) return 0;
  const isNarrow = (strategy.constraints ?? []).length + (strategy.segments ?? []).length > 0;
  return (rolloutOf(strategy) / 100) * (isNarrow ? 0.5 : 1);
}

function changed(before: StrategyPayload | null, after: StrategyPayload | null): number {
  if (!before || !after) return selected(before ?? after);
  if (before.disabled && after.disabled) return 0;
  if (before.disabled !== after.disabled) return selected(before.disabled ? after : before);
  if (rulesOf(before) !== rulesOf(after))
    return Math.max(rolloutOf(before), rolloutOf(after)) / 100;
  return Math.abs(rolloutOf(before) - rolloutOf(after)) / 100;
}

/** What selects users besides the rollout. */
function rulesOf({ name, constraints, segments, variants, parameters }: StrategyPayload): string {
  const others = { ...parameters, rollout: undefined };
  return JSON.stringify([name, constraints, segments ?? [], variants, others]);
}

function rolloutOf({ parameters }: StrategyPayload): number {
  const rollout = Number(parameters?.['rollout'] ?? 100);
  return rollout >= 0 && rollout <= 100 ? rollout : 100;
}

function dependants({ dependants: number }: CulpritFacts): Part {
  if (number === 0) return { factor: 0.9, reasons: [] };
  const text = `${counted(number, 'feature')} ${number === 1 ? 'depends' : 'depend'} on it.`;
  return { factor: 1, reasons: [{ name: 'dependants', value: number, text }] };
}

function usage({ event, yesBefore, noBefore, yesAfter, noAfter }: CulpritFacts): Part {
  if (event.featureName === null) return { factor: (1 + UNUSED) / 2, reasons: [] };
  const most = Math.max(yesBefore + noBefore, yesAfter + noAfter);
  const hourly = Math.round(most / USAGE_HOURS);
  const often = Math.min(1, Math.log10(1 + hourly) / Math.log10(1 + OFTEN));
  const text =
    hourly === 0 ? 'No usage of it is known.' : `It had about ${hourly} evaluations an hour.`;
  return {
    factor: UNUSED + (1 - UNUSED) * often,
    reasons: [{ name: 'usage', value: hourly, text }],
  };
}

/** The shares of evaluations that are on, from 0 to 1. */
interface Shift {
  was: number;
  is: number;
}

/**
 * How the share of evaluations that are on has shifted; undefined when too little is known. Usage
 * is kept by hour, and the hour of the change contains evaluations before it, which are taken out
 * as if they were spread evenly.
 */
function shiftOf(
  { event, yesBefore, noBefore, yesAfter, noAfter }: CulpritFacts,
  at: string,
): Shift | undefined {
  const [before, after] = [yesBefore + noBefore, yesAfter + noAfter];
  const made = Date.parse(event.createdAt);
  const hour = Math.floor(made / HOUR_MS) * HOUR_MS;
  const end = Math.min(Date.parse(at), hour + USAGE_HOURS * HOUR_MS);
  const part = (end - made) / (end - hour);
  if (before < FEW || after * part < FEW) return undefined;
  const was = yesBefore / before;
  return { was, is: Math.min(1, Math.max(0, was + (yesAfter / after - was) / part)) };
}

function reasonOf({ was, is }: Shift): CulpritReasonResponse {
  const text =
    'The share of evaluations that are on went from about ' +
    `${Math.round(was * 100)} % to ${Math.round(is * 100)} %.`;
  return { name: 'shift', value: Math.round((is - was) * 100), text };
}

function undone({ event, undoneAt }: CulpritFacts): Part {
  if (undoneAt === null) return { factor: 1, reasons: [] };
  const minutes = (Date.parse(undoneAt) - Date.parse(event.createdAt)) / MINUTE_MS;
  const text = `It was undone ${spoken(minutes)} later.`;
  return { factor: UNDONE, reasons: [{ name: 'undone', value: rounded(minutes), text }] };
}

const rounded = (number: number): number => Math.round(number * 10) / 10;
const counted = (number: number, one: string): string =>
  `${number} ${number === 1 ? one : `${one}s`}`;

function spoken(minutes: number): string {
  if (minutes < 1) return counted(Math.round(minutes * 60), 'second');
  if (minutes < 120) return counted(Math.round(minutes), 'minute');
  return counted(Math.round(minutes / 60), 'hour');
}

const HOUR_MS = 3_600_000;

/** Searches for the change that caused what was noticed at a moment. */
@Injectable()
export class CulpritService {
  constructor(
    private readonly database: Database,
    private readonly describer: EventDescriber,
  ) {}

  /**
   * The likeliest changes before a moment, of projects that the caller may see, with sentences of
   * events in a language.
   * @throws BadDataError when the moment is invalid, or in the future.
   */
  async search(
    query: CulpritQuery,
    caller: Caller,
    reader: Reader,
    language: Language,
  ): Promise<CulpritsResponse> {
    const { project, environment, hours = 24, limit = 10 } = query;
    const at = query.at === undefined ? new Date().toISOString() : momentOf('at', query.at);
    const from = new Date(Math.max(FIRST_MS, Date.parse(at) - hours * HOUR_MS)).toISOString();
    const found = await this.database.longRead(
      reader,
      project === undefined ? CULPRITS : CULPRITS_IN_PROJECT,
      [at, from, project ?? null, environment ?? null, caller.hiddenProjects],
    );
    const examined = found.slice(0, MOST_EXAMINED);
    const judged = examined.map((facts) => ({ facts, ...judge(facts, at) }));
    judged.sort((a, b) => b.score - a.score || b.facts.event.id - a.facts.event.id);
    const words = await wordsOf(language);
    const culprits = judged
      .slice(0, limit)
      .map(({ facts: { event }, score, reasons }): CulpritResponse => ({
        score: Math.round(score * 10_000) / 10_000,
        reasons,
        event: this.describer.describe(event, words),
        undo: `/api/admin/events/${event.id}/undo`,
      }));
    const hasMore = found.length > MOST_EXAMINED;
    return { at, from, culprits, examined: examined.length, hasMore };
  }
}
