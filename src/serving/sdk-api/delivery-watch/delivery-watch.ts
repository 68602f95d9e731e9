import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { RequestTransaction } from '../../../platform/database/request-transaction.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { type DeliveryProgress, DeliveryReadModel } from '../delivery/delivery.read-model.js';
import { Announcements } from '../snapshot/announcements.js';

/** Pause between readings, at least this and this share of the time that they took. */
const GAP_MS = 100;
const PAUSE_SHARE = 2;
/** Interval of reading a delivery that makes no progress. */
const IDLE_MS = 500;
/** How long a delivery is read more often after progress. */
const URGENT_MS = 5_000;
/** Interval of asking the instances to report, which they then do for three seconds. */
const ASK_EVERY_MS = 1_000;
const TIMEOUT_MS = 3_000;
/** Pause after an unexpected error, so that it does not fill the log. */
const AFTER_ERROR_MS = 1_000;

/** Somebody who waits for a delivery. */
export interface DeliveryListener {
  /** Called after each reading; undefined when the feature is gone. */
  read(progress: DeliveryProgress | undefined): void;
  /** Called once when the service stops. */
  stopped(): void;
}

interface Watched {
  readonly at: FeatureEnvironmentParams;
  readonly listeners: Set<DeliveryListener>;
  last?: DeliveryProgress;
  readAt: number;
  urgentUntil: number;
}

/**
 * Reads the deliveries that somebody waits for, one after the other, so that all waiting requests
 * of this instance use one connection at a time, and none while they wait. Does nothing when nobody
 * waits.
 */
@Injectable()
export class DeliveryWatch implements BeforeApplicationShutdown {
  private readonly log = new Logger(DeliveryWatch.name);
  private readonly watched = new Map<string, Watched>();
  /** When the instances were last asked to report, by environment. */
  private readonly asked = new Map<string, number>();
  private isReading = false;
  private isStopped = false;

  constructor(
    private readonly deliveries: DeliveryReadModel,
    private readonly announcements: Announcements,
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    for (const { listeners } of this.watched.values())
      for (const listener of [...listeners]) listener.stopped();
  }

  /** Follows a delivery. @returns Ends it. */
  follow(at: FeatureEnvironmentParams, listener: DeliveryListener): () => void {
    if (this.isStopped) {
      listener.stopped();
      return () => undefined;
    }
    const key = JSON.stringify([at.projectId, at.featureName, at.environment]);
    const watched = this.watched.get(key) ?? {
      at,
      listeners: new Set(),
      readAt: 0,
      urgentUntil: 0,
    };
    watched.listeners.add(listener);
    watched.readAt = 0;
    watched.urgentUntil = performance.now() + URGENT_MS;
    this.watched.set(key, watched);
    // The readings go on after the request.
    RequestTransaction.outside(() => void this.readAll());
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.watched.get(key) === watched)
        this.watched.delete(key);
    };
  }

  private async readAll(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.watched.size > 0 && !this.isStopped) {
        const start = performance.now();
        const hasRead = await this.tryReading(start);
        const pause = Math.max(GAP_MS, PAUSE_SHARE * (performance.now() - start));
        await sleep(hasRead ? pause : AFTER_ERROR_MS);
      }
    } finally {
      this.isReading = false;
      this.asked.clear();
    }
  }

  /** Reads the deliveries that are due. Never rejects. @returns Whether nothing has failed. */
  private async tryReading(start: number): Promise<boolean> {
    const due = [...this.watched.values()].filter(
      ({ urgentUntil, readAt }) => start < urgentUntil || start - readAt >= IDLE_MS,
    );
    try {
      this.askInstances(start);
      for (const one of due) await this.read(one);
      return true;
    } catch (error) {
      this.log.error({ err: error }, 'Reading deliveries has failed.');
      return false;
    }
  }

  /** Asks all instances to report soon in the environments whose deliveries are incomplete. */
  private askInstances(now: number): void {
    for (const { at, last } of this.watched.values()) {
      if (last?.isComplete || now - (this.asked.get(at.environment) ?? -Infinity) < ASK_EVERY_MS)
        continue;
      this.asked.set(at.environment, now);
      this.announcements.watch(at.environment);
    }
  }

  /** Never rejects: while PostgreSQL is away, there is no progress to report. */
  private async read(watched: Watched): Promise<void> {
    if (watched.listeners.size === 0) return;
    let progress: DeliveryProgress | undefined;
    try {
      progress = await withTimeout(TIMEOUT_MS, this.deliveries.progress(watched.at, 'hot'));
    } catch {
      return;
    }
    const now = performance.now();
    watched.readAt = now;
    if (progress?.answer !== watched.last?.answer) watched.urgentUntil = now + URGENT_MS;
    watched.last = progress;
    for (const listener of [...watched.listeners]) listener.read(progress);
  }
}
