import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database } from '../../platform/database/database.js';
import type { BackgroundJob } from '../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { Meters } from '../../platform/meters/meters.js';
import { DistinctSketch } from './distinct-sketch.js';
import { ADD_REQUESTS, FORGET_REQUESTS, FORGET_SKETCHES, MERGE_SKETCHES } from './traffic.sql.js';

/** The APIs whose requests are counted, by the beginning of their routes. */
const API_PATHS = ['/api/admin', '/api/client', '/api/frontend', '/edge', '/ofrep'];
/** In the order of {@link outcomeOf}. */
const OUTCOMES = ['successful-requests', 'refused-requests', 'failed-requests'];

/** Who is connected: an SDK on a server, or one in a browser or an app. */
type ConnectionKind = 'backend' | 'frontend';
const KINDS: readonly ConnectionKind[] = ['backend', 'frontend'];

const EVERY_MS = 10_000;
const DAY_MS = 86_400_000;
/** Days that are kept in memory while PostgreSQL cannot be reached; the oldest are given up. */
const MAX_DAYS = 7;

/** What an SDK says of itself. */
interface ConnectedSdk {
  readonly connectionId: string;
  readonly appName: string;
  readonly instanceId: string;
}

/** What was counted on one day and is not stored yet. */
class TrafficOfDay {
  /** Numbers of requests by outcome, by the path of the API. */
  readonly requests = new Map(API_PATHS.map((path) => [path, OUTCOMES.map(() => 0)]));
  readonly sketches = {
    backend: new DistinctSketch(),
    frontend: new DistinctSketch(),
  } satisfies Record<ConnectionKind, DistinctSketch>;
}

/**
 * Counts requests, and different connections, in memory, and stores them every few seconds, so that
 * no request waits for it. What an instance counted is added to, or merged with, what others did.
 */
@Injectable()
export class Traffic {
  /** The counts of the API of a route; undefined for routes that do not count. */
  private readonly ofRoutes = new Map<string, number[] | undefined>();
  private today = dayOf(Date.now());
  private current = new TrafficOfDay();
  private readonly past = new Map<string, TrafficOfDay>();
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    meters: Meters,
    jobs: BackgroundJobs,
  ) {
    meters.onAnswered = (route, status, path) => this.answered(route, status, path);
    this.job = jobs.add({
      name: 'traffic',
      everyMs: EVERY_MS,
      run: () => this.writeAll(),
      lastRound: true,
    });
    jobs.add({
      name: 'traffic-cleanup',
      everyMs: DAY_MS / 24,
      run: () => this.forget(),
    });
  }

  /** Notes that an SDK on a server is connected. */
  connectedSdk({ connectionId, appName, instanceId }: ConnectedSdk): void {
    this.current.sketches.backend.add(connectionId || `${appName}\n${instanceId}`);
  }

  /** Notes that the sender of a request is connected, by what it says of itself. */
  connectedBy({ headers }: Request, { key, kind, address }: Caller): void {
    const id = headers['unleash-connection-id'] ?? headers['x-unleash-connection-id'];
    const name = typeof id === 'string' && id !== '' ? id : `${key}\n${address ?? ''}`;
    this.current.sketches[kind === 'client' ? 'backend' : 'frontend'].add(name);
  }

  /** Stores what was counted before the call. Never rejects. */
  write(): Promise<void> {
    return this.job.runNow();
  }

  private answered(route: string, status: number, path?: string): void {
    const counts = path === undefined ? this.countsOf(route) : this.countsAt(path.toLowerCase());
    if (counts) counts[outcomeOf(status)]!++;
  }

  private countsOf(route: string): number[] | undefined {
    let counts = this.ofRoutes.get(route);
    if (counts || this.ofRoutes.has(route)) return counts;
    counts = this.countsAt(route);
    this.ofRoutes.set(route, counts);
    return counts;
  }

  private countsAt(path: string): number[] | undefined {
    const api = API_PATHS.find((start) => path === start || path.startsWith(`${start}/`));
    return api === undefined ? undefined : this.current.requests.get(api);
  }

  /** @returns The pause, at most until the day ends, because a round counts for one day. */
  private async writeAll(): Promise<number> {
    const now = Date.now();
    const { today } = this;
    if (dayOf(now) !== today) this.startDay(dayOf(now));
    for (const [day, counted] of [...this.past, [this.today, this.current] as const]) {
      await this.writeRequests(day, counted);
      await this.writeSketches(day, counted);
      this.past.delete(day);
    }
    return Math.min(EVERY_MS, DAY_MS - (now % DAY_MS));
  }

  private startDay(day: string): void {
    this.past.set(this.today, this.current);
    for (const [oldest] of this.past) if (this.past.size > MAX_DAYS) this.past.delete(oldest);
    this.current = new TrafficOfDay();
    this.today = day;
    this.ofRoutes.clear();
  }

  private async writeRequests(day: string, { requests }: TrafficOfDay): Promise<void> {
    const counted = [...requests].flatMap(([apiPath, counts]) =>
      counts.flatMap((number, n) =>
        number > 0 ? [{ day, apiPath, outcome: OUTCOMES[n], requests: number }] : [],
      ),
    );
    if (counted.length === 0) return;
    await this.database.run(ADD_REQUESTS, [JSON.stringify(counted)]);
    // What was counted meanwhile stays.
    for (const { apiPath, outcome, requests: number } of counted)
      requests.get(apiPath)![OUTCOMES.indexOf(outcome!)]! -= number;
  }

  private async writeSketches(day: string, { sketches }: TrafficOfDay): Promise<void> {
    const risen = KINDS.filter((kind) => sketches[kind].hasRisen);
    if (risen.length === 0) return;
    const rows = risen.map((kind) => ({ day, kind, registers: [...sketches[kind].registers] }));
    for (const kind of risen) sketches[kind].hasRisen = false;
    try {
      await this.database.run(MERGE_SKETCHES, [JSON.stringify(rows)]);
    } catch (error) {
      for (const kind of risen) sketches[kind].hasRisen = true;
      throw error;
    }
  }

  /** Removes what is kept no longer. */
  async forget(): Promise<void> {
    await this.database.run(FORGET_REQUESTS);
    await this.database.run(FORGET_SKETCHES);
  }
}

/** The day of a time in UTC. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** 0 if the request was successful, 1 if it was refused, 2 if it failed. */
function outcomeOf(status: number): number {
  return status < 400 ? 0 : status < 500 ? 1 : 2;
}
