import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { ADMIN_TOKEN_USER_ID } from '../../../core/event/actor.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { refuseCancelled } from '../../../platform/database/postgres-errors.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { parseLargeJson } from '../../../platform/http/body/json-body.js';
import type { Json } from '../../../platform/http/json.js';
import { type EventFilter, type Page, scopeOf } from './event-filter.js';
import type { EventCreatorResponse, EventResponse } from './event.dto.js';
import { type FoundEvents, MAX_BYTES, SEARCH } from './event.sql.js';
import { isUntallied } from '../../../core/event/event-tally.sql.js';
import { canReveal, revealsNoHidden } from '../../../core/auth/permissions/hidden.sql.js';
import { partlyVisible } from './visible-events.sql.js';
import type { VisibleEvents } from './visible-events.js';
import { idsIn, MENTIONED_NAMES, type MentionedNames, NO_NAMES } from './mentioned-names.js';
import {
  dynamicStatement,
  type SqlAndValues,
  statement,
} from '../../../platform/database/statement.js';

/**
 * Finds everybody who caused events: from the tally, and from the events that are not tallied yet.
 * The tally has many rows of each creator, so each creator is found by one index lookup for the
 * next higher id.
 */
const EVENT_CREATORS = statement<[], { creators: Json<EventCreatorResponse[]> }>(
  'event.event-creators',
  /* sql */ `
    WITH RECURSIVE counted (id) AS (
      SELECT min(t.created_by_user_id) FROM event_total_tally t
      UNION ALL
      SELECT (SELECT min(t.created_by_user_id) FROM event_total_tally t
        WHERE t.created_by_user_id > counted.id) FROM counted WHERE counted.id IS NOT NULL
    ), creator (id) AS (
      SELECT id FROM counted
      UNION SELECT e.created_by_user_id FROM event e
        WHERE ${isUntallied('e')}
    ) ${named('true')}`,
);

/**
 * Finds those who caused events that the caller may see: events of `visible` types outside hidden
 * projects. Most are found in the tally. Only recent events, events whose data mention hidden
 * projects, and events of partly visible types are read themselves.
 */
export const VISIBLE_EVENT_CREATORS = dynamicStatement<
  [hiddenProjects: readonly string[], visible: VisibleEvents | undefined],
  { creators: Json<EventCreatorResponse[]> }
>('event.visible-event-creators', assembleVisible);

function assembleVisible(
  hiddenProjects: readonly string[],
  visible: VisibleEvents | undefined,
): SqlAndValues {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const hidden = bind(hiddenProjects, 'text[]');
  const types = visible && bind(visible.types, 'text[]');
  const entire = (type: string): string => (types ? `${type} = ANY (${types})` : 'true');
  const partly = visible && partlyVisible(visible, bind);
  const shown = /* sql */ `
    ${partly ? `(${entire('e.type')} OR ${partly})` : entire('e.type')}
      AND ${revealsNoHidden(hidden)}`;
  const ofPartly = partly
    ? `UNION SELECT e.created_by_user_id FROM event e
        WHERE ${partly} AND ${revealsNoHidden(hidden)}`
    : '';
  const text = /* sql */ `
    WITH creator (id) AS (
      SELECT t.created_by_user_id FROM event_total_tally t
       WHERE ${entire('t.type')} AND (cardinality(${hidden}) = 0 OR NOT ${canReveal('t.type')})
         AND (t.project IS NULL OR t.project <> ALL (${hidden}))
      UNION SELECT e.created_by_user_id FROM event e
        WHERE ${isUntallied('e')} AND ${shown}
      UNION SELECT e.created_by_user_id FROM event e
        WHERE cardinality(${hidden}) > 0 AND ${canReveal('e.type')} AND ${shown}
      ${ofPartly}
    ) ${named(shown)}`;
  return { text, values };
}

/**
 * Adds names. `events` is the condition on the events `e` that provide a name when the user no
 * longer exists.
 */
function named(events: string): string {
  return /* sql */ `, named AS (
      SELECT c.id, COALESCE(CASE WHEN c.id = ${ADMIN_TOKEN_USER_ID} THEN 'Unleash Admin Token' END,
               u.display_name,
               (SELECT e.created_by FROM event e WHERE e.created_by_user_id = c.id AND ${events}
                 ORDER BY e.id DESC LIMIT 1)) AS name
        FROM creator c LEFT JOIN app_user u ON u.id = c.id WHERE c.id IS NOT NULL
    )
    SELECT COALESCE(json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id),
      '[]')::text AS creators FROM named`;
}

/** Characters of events that take too long to be parsed and sent at once. */
const LARGE = 500_000;

/** A page of events. */
export interface EventPage extends Omit<FoundEvents, 'events'> {
  events: EventResponse[];
  isLarge: boolean;
}

/** Reads the audit log, newest first. */
@Injectable()
export class EventReadModel {
  constructor(private readonly database: Database) {}

  /** @throws BadDataError when a text search would read too many events, or a page is too large. */
  async search(filter: EventFilter, page: Page, reader: Reader): Promise<EventPage> {
    const [found] = await this.database
      .longRead(reader, SEARCH(filter, page))
      .catch((error: unknown) =>
        refuseCancelled(
          error,
          'Restrict it to a feature, a project, a type, an environment, a creator or days.',
        ),
      );
    const { events: json, ...rest } = found!;
    if (json === null)
      throw new BadDataError(
        `The events on this page have more than ${MAX_BYTES} bytes. Choose a smaller limit.`,
      );
    const isLarge = json.length > LARGE;
    const events = isLarge
      ? await parseLargeJson<EventResponse[]>(json)
      : (JSON.parse(json) as EventResponse[]);
    return { ...rest, events, isLarge };
  }

  /** The names of users and groups that the sentences of events mention. */
  async mentioned(events: readonly EventResponse[], reader: Reader): Promise<MentionedNames> {
    const ids = idsIn(events);
    if (ids.every(({ length }) => length === 0)) return NO_NAMES;
    const [names] = await this.database.longRead(reader, MENTIONED_NAMES, ids);
    return names!;
  }

  /** Lists everybody who caused events that the caller may see, by name. */
  async creators(caller: Caller, reader: Reader): Promise<Json<EventCreatorResponse[]>> {
    const { hiddenProjects = [], visible } = scopeOf(caller);
    const [row] =
      visible || hiddenProjects.length > 0
        ? await this.database.longRead(reader, VISIBLE_EVENT_CREATORS(hiddenProjects, visible))
        : await this.database.longRead(reader, EVENT_CREATORS);
    return row!.creators;
  }
}
