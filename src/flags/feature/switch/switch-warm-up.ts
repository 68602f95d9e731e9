import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { PERSONAL, TOKEN } from '../../../core/auth/caller-lookup.sql.js';
import { CALLER_BY_SESSION } from '../../../core/auth/session/session-lookup.sql.js';
import { ShortStatements } from '../../../platform/database/short-statements.js';
import { callOf, type StatementCall } from '../../../platform/database/statement.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import { ADMIN_TOKEN_USER_ID } from '../../../core/event/actor.js';
import { LOCATE_FEATURE, READ_FEATURE, READ_FEATURES } from '../feature.sql.js';
import { ADD_FEATURE, ADD_STRATEGY, SWITCH_BATCH } from './feature-switch.sql.js';

/** PostgreSQL plans a statement anew for its first five executions in a session. */
const PLANNED = 6;
const TIMEOUT_MS = 3_000;
const NOBODY = Buffer.alloc(32);
const LOOKUPS: readonly StatementCall<object>[] = [
  callOf(TOKEN, [NOBODY]),
  callOf(PERSONAL, [NOBODY]),
  callOf(CALLER_BY_SESSION, [NOBODY]),
];

/**
 * Prepares the connections that switches share. On each new one it creates a feature, switches and
 * reads it a few times, and rolls back, before requests use the connection. Otherwise the first
 * switches after a start would wait half a second for PostgreSQL to plan statements and triggers.
 */
@Injectable()
export class SwitchWarmUp {
  constructor(private readonly shortStatements: ShortStatements) {}

  /** Does not fail: without it, the first switches are slow. */
  async run(): Promise<void> {
    const opened = this.shortStatements.prepareWith(async (run) => {
      const name = `warm-up-${randomUUID()}`;
      const user = ADMIN_TOKEN_USER_ID;
      const [place] = await run(callOf(ADD_FEATURE, [name, user]));
      if (!place) return;
      const { project, environment } = place;
      await run(callOf(ADD_STRATEGY, [name, environment]));
      for (let n = 0; n < PLANNED; n++) {
        for (const lookup of LOOKUPS) await run(lookup);
        const isOn = n % 2 === 1;
        const at = [[project], [name], [environment]] as const;
        const by = [['warm-up'], [user], [null]] as const;
        await run(callOf(SWITCH_BATCH, [...at, [isOn], ...by, '10']));
        await run(callOf(READ_FEATURES, [[project], [name], [user]]));
        await run(callOf(READ_FEATURE, [project, name, user]));
        await run(callOf(LOCATE_FEATURE, [project, name, environment]));
      }
    });
    await withTimeout(TIMEOUT_MS, opened).catch(() => undefined);
  }
}
