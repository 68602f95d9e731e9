import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { BadDataError } from '../../http/errors.js';
import type { Json } from '../../http/json.js';
import { type EventFilter, type Page, scopeOf } from './event-filter.js';
import type { EventCreatorResponse, EventResponse } from './event.response.js';
import { EVENT_CREATORS, visibleEventCreators } from './event-creators.sql.js';
import { searchEvents } from './event.sql.js';

/** How long a search may take: so long, at most, does one that reads the whole history keep a connection to itself. */
const PATIENCE_MS = 20_000;
const CANCELLED = '57014';

/** A page of events, and how many there are on all pages. */
export interface FoundEvents {
  events: EventResponse[];
  total: number;
}

/** The audit log, newest first. */
@Injectable()
export class EventReadModel {
  constructor(private readonly database: Database) {}

  /** @throws BadDataError when the filters leave more to read than can be read in {@link PATIENCE_MS}. */
  async search(filter: EventFilter, page: Page): Promise<FoundEvents> {
    const { text, values } = searchEvents(filter, page);
    try {
      const [found] = await this.database.queryWithin<{ events: EventResponse[]; total: number }>(PATIENCE_MS, text, values);
      return found!;
    } catch (error) {
      if ((error as { code?: string }).code !== CANCELLED) throw error;
      throw new BadDataError(
        `The search was given up after ${PATIENCE_MS / 1000} seconds. Narrow it by a feature, a project, a type, an environment, a creator or days.`,
      );
    }
  }

  /** Everybody who caused events of which the caller may know, by name. */
  async creators(caller: Caller): Promise<Json<EventCreatorResponse[]>> {
    const { hiddenProjects = [], visible } = scopeOf(caller);
    const { text, values } = visibleEventCreators(hiddenProjects, visible);
    const [row] =
      visible || hiddenProjects.length > 0
        ? await this.database.query<{ creators: string }>(text, values)
        : await this.database.run<{ creators: string }>(EVENT_CREATORS);
    return row!.creators;
  }
}
