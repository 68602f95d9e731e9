import { Injectable } from '@nestjs/common';
import { EventDescriber } from '../../audit/audit-log/event/event-describer.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { FIRST_MS } from '../../platform/http/validation/calendar.js';
import { momentOf } from '../history/moment.js';
import type { CulpritQuery, CulpritResponse, CulpritsResponse } from './culprit.dto.js';
import { CULPRITS, CULPRITS_IN_PROJECT, MOST_EXAMINED } from './culprit.sql.js';
import { judge } from './judgement.js';

const HOUR_MS = 3_600_000;

/** Searches for the change that caused what was noticed at a moment. */
@Injectable()
export class CulpritService {
  constructor(
    private readonly database: Database,
    private readonly describer: EventDescriber,
  ) {}

  /**
   * The likeliest changes before a moment, of projects that the caller may see.
   * @throws BadDataError when the moment is invalid, or in the future.
   */
  async search(query: CulpritQuery, caller: Caller, reader: Reader): Promise<CulpritsResponse> {
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
    const culprits = judged
      .slice(0, limit)
      .map(({ facts: { event }, score, reasons }): CulpritResponse => ({
        score: Math.round(score * 10_000) / 10_000,
        reasons,
        event: this.describer.describe(event),
        undo: `/api/admin/events/${event.id}/undo`,
      }));
    const hasMore = found.length > MOST_EXAMINED;
    return { at, from, culprits, examined: examined.length, hasMore };
  }
}
