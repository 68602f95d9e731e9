import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database } from '../../../platform/database/database.js';
import type { AccessRequestResponse } from './access-request.dto.js';
import { ASKED_PROJECTS, WAITING } from './access-request.sql.js';

/** The permission to decide about requests for access. */
export const WRITE_ACCESS = 'PROJECT_USER_ACCESS_WRITE';

/** Finds the requests for access that wait for somebody. */
@Injectable()
export class WaitingAccessRequests {
  constructor(private readonly database: Database) {}

  /**
   * Open requests of others that the caller may decide, urgent ones first, at most 200. The
   * projects come first, so that requests elsewhere take no place from them.
   * @param period Only those that were made within it.
   */
  async of(
    caller: Caller,
    period?: { since: Date; until: Date },
  ): Promise<AccessRequestResponse[]> {
    const asked = await this.database.run(ASKED_PROJECTS, [caller.userId]);
    const projects = asked
      .map(({ project }) => project)
      .filter((project) => caller.sees(project) && caller.may(WRITE_ACCESS, { project }));
    if (projects.length === 0) return [];
    const { since = null, until = null } = period ?? {};
    const values = [caller.userId, projects, since, until] as const;
    return (await this.database.run(WAITING, values)).map(({ request }) => request);
  }
}
