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
import { DELETE_SURPLUS, WRITE } from './denied-request.sql.js';

/** Why a request was denied: the caller lacks the permission, or the token is unknown. */
type DenialReason = 'forbidden' | 'unknown-token';

/** A denied request. */
export interface Denial {
  reason: DenialReason;
  callerKind: 'user' | 'api-token' | 'personal-token' | 'unknown' | 'others';
  /** Id of the user or the token; empty when unknown. */
  callerId: string;
  callerName: string;
  method: string;
  /** Template of the route. The path itself could contain a secret. */
  route: string;
  /** Network of the sender: the IPv4 address, or the first 64 bits of an IPv6 address. */
  address: string;
}

/** The number of identical denied requests within one minute. */
interface CountedDenial extends Denial {
  /** Start of the minute. */
  minute: string;
  requests: number;
}

/** Upper bound on rows of known callers that are kept in memory until they are written. */
export const MAX_KNOWN_ROWS = 500;
/**
 * Upper bound on rows of unknown callers. It is separate because an attacker can use any number of
 * addresses and must not displace known callers.
 */
export const MAX_UNKNOWN_ROWS = 100;
/**
 * Upper bound on rows of one caller or one unknown address among them; what it tries further is
 * counted in one row without method and route.
 */
export const MAX_CALLER_ROWS = 20;
/** Upper bound on callers whose rows are counted: each has one at least. */
const MAX_CALLERS = MAX_KNOWN_ROWS + MAX_UNKNOWN_ROWS;
const MINUTE_MS = 60_000;

/**
 * Counts denied requests in memory by caller, route and minute. At most {@link MAX_KNOWN_ROWS} and
 * {@link MAX_UNKNOWN_ROWS} rows are kept, and of each caller {@link MAX_CALLER_ROWS}; requests
 * beyond that are counted in one row per reason and minute.
 */
export class DeniedRequestTally {
  private rows = new Map<string, CountedDenial>();
  /** Numbers of rows by caller. */
  private callers = new Map<string, number>();
  private known = 0;
  private unknown = 0;

  /** Counts denied requests of a kind. */
  note(denial: Denial, count = 1, now = Date.now()): void {
    const minute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString();
    if (this.add(denial, minute, count)) return;
    const rest = { ...denial, method: '', route: '', address: '' };
    if (denial.callerKind !== 'unknown' && this.add(rest, minute, count)) return;
    this.add({ ...rest, callerKind: 'others', callerId: '', callerName: '' }, minute, count);
  }

  /** Returns the rows since the last call and clears them. */
  drain(): CountedDenial[] {
    const all = [...this.rows.values()];
    this.rows = new Map();
    this.known = this.unknown = 0;
    this.callers.clear();
    return all;
  }

  /** Adds rows again that could not be written. */
  restore(denials: readonly CountedDenial[]): void {
    for (const { minute, requests, ...denial } of denials) this.add(denial, minute, requests);
  }

  /** @returns Whether the row was counted; false when the limit is reached. */
  private add(denial: Denial, minute: string, requests: number): boolean {
    const { reason, callerKind, callerId, method, route, address } = denial;
    const key = JSON.stringify([minute, reason, callerKind, callerId, method, route, address]);
    const row = this.rows.get(key);
    if (row) row.requests += requests;
    else if (!this.hasRoom(denial)) return false;
    else this.rows.set(key, { ...denial, minute, requests });
    return true;
  }

  /** Whether another row may be kept, which then counts towards the limits. */
  private hasRoom({ callerKind, callerId, address, route }: Denial): boolean {
    // One per reason and minute.
    if (callerKind === 'others') return this.rows.size < 2 * MAX_CALLERS;
    const isUnknown = callerKind === 'unknown';
    // Once a known caller has too many rows, its further denials share one row, without a route.
    // That row is always allowed, so only rows with a route count.
    if (isUnknown || route !== '') {
      const key = isUnknown ? address : `${callerKind} ${callerId}`;
      const rows = (this.callers.get(key) ?? 0) + 1;
      if (rows > 1 || this.callers.size < MAX_CALLERS) this.callers.set(key, rows);
      if (rows > MAX_CALLER_ROWS) return false;
    }
    return isUnknown ? this.unknown++ < MAX_UNKNOWN_ROWS : this.known++ < MAX_KNOWN_ROWS;
  }
}

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
