import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { networkOf } from '../../../core/auth/limits/caller-key.js';
import type { CalledRequest } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { type DenialReason, DeniedRequestTally } from './denied-request-tally.js';
import { DELETE_SURPLUS, WRITE } from './denied-request.sql.js';

const EVERY_MS = 10_000;
const METHOD = /^[A-Z]{3,7}$/;

/**
 * Records denied requests: those refused with 403 or with an unknown token. They are counted in
 * memory and written every {@link EVERY_MS} in one statement, so no request waits. The table is
 * bounded too: the oldest rows are deleted first.
 */
@Injectable()
export class DeniedRequests {
  private readonly tally = new DeniedRequestTally();
  /** Number of denied requests since the start, by reason, for metrics. */
  readonly counts: Record<DenialReason, number> = { forbidden: 0, 'unknown-token': 0 };

  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'denied-requests',
      everyMs: EVERY_MS,
      run: () => this.writeAll(),
      lastRound: true,
    });
  }

  /** Records an answered request if it was denied. `route` is its route template. */
  answered(request: CalledRequest, response: Response, route: string): void {
    const { statusCode } = response;
    const { unknownTokens = 0 } = request;
    if (statusCode === 403) this.note('forbidden', request, route);
    else if (unknownTokens > 0) this.note('unknown-token', request, route, unknownTokens);
    else if (statusCode === 401 && hasToken(request)) this.note('unknown-token', request, route);
  }

  /** Counts a denied request `count` times: one request can try many tokens. */
  note(reason: DenialReason, request: CalledRequest, route: string, count = 1): void {
    this.counts[reason] += count;
    const method = METHOD.test(request.method) ? request.method : 'OTHER';
    this.tally.note(
      { reason, method, route, address: networkOf(request.ip ?? ''), ...callerOf(request.caller) },
      count,
    );
  }

  /** Writes everything counted before the call. Never rejects. */
  write(): Promise<void> {
    return this.job.runNow();
  }

  /** Writes the rows that were counted since the last call. Rows that fail are kept. */
  private async writeAll(): Promise<void> {
    const denials = this.tally.drain();
    if (denials.length === 0) return;
    try {
      await this.database.run(WRITE, [JSON.stringify(denials)]);
      await this.database.run(DELETE_SURPLUS, [this.config.operations.deniedRequestDays]);
    } catch (error) {
      this.tally.restore(denials);
      throw error;
    }
  }
}

function hasToken({ headers }: CalledRequest): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined;
}

function callerOf(caller: Caller | undefined): {
  callerKind: 'user' | 'api-token' | 'personal-token' | 'unknown';
  callerId: string;
  callerName: string;
} {
  if (!caller) return { callerKind: 'unknown', callerId: '', callerName: '' };
  const { token, userId, name } = caller;
  if (token)
    return {
      callerKind: token.type,
      callerId: token.id,
      callerName: token.type === 'api-token' ? token.name : name,
    };
  return { callerKind: 'user', callerId: String(userId), callerName: name };
}
