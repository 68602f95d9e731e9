import type { Caller } from '../../../core/auth/caller/caller.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { VARIANTS_UPDATED } from '../../../core/event/event.types.js';
import { valuesIn } from '../../../platform/http/filter.js';
import { isDay, isMoment } from '../../../platform/http/validation/calendar.js';
import type { EventSearchQuery } from './event.dto.js';
import { ENGLISH_WORDS, type EventWords, typesLabelled } from './event-words.js';
import { type VisibleEvents, visibleEvents } from './visible-events.js';

/**
 * Criteria for events. An event matches when it matches every criterion that is set, and any value
 * within a list.
 */
export interface EventFilter {
  features?: readonly string[];
  projects?: readonly string[];
  types?: readonly string[];
  /** Names of environments. */
  environments?: readonly string[];
  /** Ids of the events. */
  ids?: readonly number[];
  /** Ids of users. */
  creators?: readonly number[];
  /** The first moment. */
  from?: Date;
  /** The moment before which the events are. */
  to?: Date;
  /** Text that must occur, ignoring letter case, or the types whose label contains it. */
  text?: { readonly wanted: string; readonly types: readonly string[] } | undefined;
  /** Ids of projects whose events are hidden from the caller. */
  hiddenProjects?: readonly string[];
  /**
   * Restricts the events to those the caller may see, without their IP addresses; absent when the
   * caller may read the whole audit log.
   */
  visible?: VisibleEvents | undefined;
}

/** The criteria that follow from the permissions of the caller. */
export function scopeOf(caller: Caller): Pick<EventFilter, 'hiddenProjects' | 'visible'> {
  return { hiddenProjects: caller.hiddenProjects, visible: visibleEvents(caller) };
}

/** The part of the result to return, newest first. */
export interface Page {
  offset: number;
  limit: number;
}

/**
 * Parses the query parameters of a search. Labels are found in English and in these words.
 * @throws BadDataError when a day does not exist, or a filter has too many values.
 */
export function filterOf(query: EventSearchQuery, words: EventWords): EventFilter {
  return {
    features: operands(query.feature, 'feature'),
    projects: operands(query.project, 'project'),
    types: withCurrentTypes(operands(query.type, 'type')),
    environments: operands(query.environment, 'environment'),
    ids: operands(query.id, 'id')?.map(Number),
    creators: operands(query.createdBy, 'createdBy')?.map(Number),
    from: moment(query.from, 'from'),
    to: moment(query.to, 'to', DAY_MS),
    text: textOf(query.query, words),
  };
}

/** What a search for a text finds; undefined for none. @param words Of the labels. */
export function textOf(wanted = '', words = ENGLISH_WORDS): EventFilter['text'] {
  return wanted.trim() ? { wanted, types: typesLabelled(wanted, words) } : undefined;
}

/** The requested types, plus the types that replaced an old one among them. */
export function withCurrentTypes(types: string[] | undefined): string[] | undefined {
  return types?.includes(VARIANTS_UPDATED.before) ? [...types, VARIANTS_UPDATED.now] : types;
}

/**
 * The values of `IS_ANY_OF:x,y`.
 * @throws BadDataError when there are too many.
 */
function operands(text: string | undefined, name: string): string[] | undefined {
  return text === undefined ? undefined : valuesIn(name, text.slice(text.indexOf(':') + 1));
}

const DAY_MS = 86_400_000;
/** The last moment that is written with a year of four digits. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/**
 * A moment, or the start of a day in UTC.
 * @param ofDay What is added to the start of a day, in milliseconds.
 * @throws BadDataError when it does not exist.
 */
function moment(text: string | undefined, property: string, ofDay = 0): Date | undefined {
  const [value] = operands(text, property) ?? [];
  if (value === undefined) return undefined;
  if (isMoment(value))
    return new Date(Math.min(Date.parse(value) + (isDay(value) ? ofDay : 0), LAST_MS));
  const message = `${property} must be a valid date, unlike ${value}.`;
  throw new BadDataError(message, [{ message, path: `/query/${property}` }]);
}
