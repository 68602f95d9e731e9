import type { Caller } from '../../access/caller.js';
import { BadDataError } from '../../http/errors.js';
import type { EventSearchQuery } from './event.dto.js';
import { type VisibleEvents, visibleEvents } from './visible-events.js';

/** Which events are wanted: those that match every part that is set, and within a list any of it. */
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
  /** The only events that may be told, and without the address from which they were caused; all of them when absent. */
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

/** Reads the filters of a search. @throws BadDataError when a day is not one of the calendar. */
export function filterOf(query: EventSearchQuery): EventFilter {
  return {
    features: operands(query.feature),
    projects: operands(query.project),
    types: operands(query.type),
    environments: operands(query.environment),
    creators: operands(query.createdBy)?.map(Number),
    from: day(query.from, 'from'),
    to: day(query.to, 'to'),
    text: query.query || undefined,
  };
}

/** `IS_ANY_OF:x,y` is x and y. */
function operands(text: string | undefined): string[] | undefined {
  return text
    ?.slice(text.indexOf(':') + 1)
    .split(',')
    .map((value) => value.trim());
}

function day(text: string | undefined, property: string): string | undefined {
  const [value] = operands(text) ?? [];
  if (value === undefined) return undefined;
  const midnight = new Date(`${value}T00:00:00Z`);
  // 30 February would become 1 March.
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
  if (exists && !value.startsWith('0000')) return value;
  const message = `${property} must be a day of the calendar, which ${value} is not.`;
  throw new BadDataError(message, [{ message, path: `/query/${property}` }]);
}
