import type { Caller } from '../../auth/caller/caller.js';
import { BadDataError } from '../../errors/general.errors.js';
import { valuesIn } from '../../http/filter.js';
import type { EventSearchQuery } from './event.dto.js';
import { type VisibleEvents, visibleEvents } from './visible-events.js';

/**
 * Which events are wanted: those that match every part that is set, and within a list any of it.
 */
export interface EventFilter {
  features?: readonly string[];
  projects?: readonly string[];
  types?: readonly string[];
  /** Names of environments. */
  environments?: readonly string[];
  /** Ids of users. */
  creators?: readonly number[];
  /** First day, like `2026-01-31`, in UTC. */
  from?: string;
  /** Last day, which counts too. */
  to?: string;
  /** Text that must occur, in any letter case. */
  text?: string;
  /** Projects of which nothing must be told. */
  hiddenProjects?: readonly string[];
  /**
   * The only events that may be told, and without the address from which they were caused; all of
   * them when absent.
   */
  visible?: VisibleEvents | undefined;
}

/** What a caller may be told of. */
export function scopeOf(caller: Caller): Pick<EventFilter, 'hiddenProjects' | 'visible'> {
  return { hiddenProjects: caller.hiddenProjects, visible: visibleEvents(caller) };
}

/** Which part of the events found is wanted, newest first. */
export interface Page {
  offset: number;
  limit: number;
}

/**
 * Reads the filters of a search. @throws BadDataError when a day is not one of the calendar, or a
 * filter has too many values.
 */
export function filterOf(query: EventSearchQuery): EventFilter {
  return {
    features: operands(query.feature, 'feature'),
    projects: operands(query.project, 'project'),
    types: operands(query.type, 'type'),
    environments: operands(query.environment, 'environment'),
    creators: operands(query.createdBy, 'createdBy')?.map(Number),
    from: day(query.from, 'from'),
    to: day(query.to, 'to'),
    text: query.query || undefined,
  };
}

/** `IS_ANY_OF:x,y` is x and y. @throws BadDataError when there are too many. */
function operands(text: string | undefined, name: string): string[] | undefined {
  return text === undefined ? undefined : valuesIn(name, text.slice(text.indexOf(':') + 1));
}

function day(text: string | undefined, property: string): string | undefined {
  const [value] = operands(text, property) ?? [];
  if (value === undefined) return undefined;
  const midnight = new Date(`${value}T00:00:00Z`);
  // 30 February would become 1 March.
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
  if (exists && !value.startsWith('0000')) return value;
  const message = `${property} must be a day of the calendar, which ${value} is not.`;
  throw new BadDataError(message, [{ message, path: `/query/${property}` }]);
}
