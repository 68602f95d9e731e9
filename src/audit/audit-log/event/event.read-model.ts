import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { refuseCancelled } from '../../../platform/database/postgres-errors.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { parseLargeJson } from '../../../platform/http/body/json-body.js';
import type { Json } from '../../../platform/http/json.js';
import { type EventFilter, type Page, scopeOf } from './event-filter.js';
import type { EventCreatorResponse, EventResponse } from './event.dto.js';
import { EVENT_CREATORS, VISIBLE_EVENT_CREATORS } from './event-creators.sql.js';
import { type FoundEvents, MAX_BYTES, SEARCH } from './event.sql.js';

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
