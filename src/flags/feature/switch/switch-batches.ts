import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { ShortStatements } from '../../../platform/database/short-statements.js';
import { callOf, type RowOf } from '../../../platform/database/statement.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import type { Json } from '../../../platform/http/json.js';
import type { Within } from '../../../platform/tracing/tracing.js';
import type { FeatureResponse } from '../feature.response.js';
import { type FeaturesReader, READ_FEATURES } from '../feature.sql.js';
import { type BatchParams, SWITCH_BATCH, type Switched } from './feature-switch.sql.js';

/** Upper bound on the switches of a batch, so that it takes a few milliseconds. */
const MAX_SWITCHES = 32;
/**
 * How many features one statement reads. More take less CPU time, but their requests are answered
 * later, so that fewer of the next ones arrive while PostgreSQL works.
 */
const MAX_READS = 4;
/**
 * How long a batch waits for locks other than those of its features' rows, in milliseconds.
 * Whatever follows on the connection waits too.
 */
const LOCK_MS = '10';
/** After so many milliseconds without an answer to a batch, the next one is sent nevertheless. */
const SLOW_MS = 50;

/** A switch that no guard checks and that has no reason. */
export interface PlainSwitch {
  projectId: string;
  featureName: string;
  environment: string;
  enabled: boolean;
  actorName: string;
  actorId: number;
  /** JSON of the token of the actor, if any. */
  token: string | null;
}

/** What came of a switch, and the feature afterwards if it exists and could be read. */
export interface SwitchOutcome {
  switched: Switched | undefined;
  feature: Json<FeatureResponse> | undefined;
}

interface Waiting {
  readonly wanted: PlainSwitch;
  readonly within: Within;
  resolve(outcome: SwitchOutcome | undefined): void;
  reject(error: unknown): void;
}

/**
 * Sends switches on the connections that callers share. Switches that arrive while a batch is under
 * way form the next one, so that under load several features are switched by one statement and one
 * commit. A switch that arrives alone is sent at once.
 */
@Injectable()
export class SwitchBatches {
  private waiting: Waiting[] = [];
  /** Whether switches wait for the answer to a batch. */
  private isBusy = false;

  constructor(private readonly shortStatements: ShortStatements) {}

  /**
   * Switches a feature without waiting for its row, and reads it in the same round trip.
   * @returns undefined when no shared connection has room; nothing was changed then.
   */
  send(wanted: PlainSwitch): Promise<SwitchOutcome | undefined> {
    return new Promise((resolve, reject) => {
      // `AsyncResource.bind` took 13 µs, since it defines a deprecated property of each function.
      const resource = new AsyncResource('Switch');
      const within: Within = (work) => resource.runInAsyncScope(work);
      this.waiting.push({ wanted, within, resolve, reject });
      void this.sendNext();
    });
  }

  private async sendNext(): Promise<void> {
    if (this.isBusy || this.waiting.length === 0) return;
    this.isBusy = true;
    const answered = this.sendBatch(this.waiting.splice(0, MAX_SWITCHES));
    if (answered) await withTimeout(SLOW_MS, Promise.allSettled([answered]), () => undefined);
    this.isBusy = false;
    void this.sendNext();
  }

  /** @returns When its switches are answered; undefined when no connection has room. */
  private sendBatch(batch: readonly Waiting[]): Promise<unknown> | undefined {
    const groups: Waiting[][] = [];
    for (let n = 0; n < batch.length; n += MAX_READS) groups.push(batch.slice(n, n + MAX_READS));
    const sent = this.shortStatements.trySend(
      { call: callOf(SWITCH_BATCH, switchesOf(batch)), requests: requestsOf(batch) },
      groups.map((group) => ({
        call: callOf(READ_FEATURES, readsOf(group)),
        requests: requestsOf(group),
      })),
    );
    for (const [n, one] of batch.entries())
      if (sent) {
        const read = sent.others[Math.floor(n / MAX_READS)]!.then((rows) => rows[n % MAX_READS]);
        void this.settle(one, n, sent.first, read, batch.length === 1);
      } else one.resolve(undefined);
    return sent?.first;
  }

  /**
   * Passes its part of the answers to a switch. A statement that PostgreSQL refuses has changed
   * nothing. As one switch may be the cause for all of its batch, each is repeated alone then.
   */
  private async settle(
    one: Waiting,
    n: number,
    switched: Promise<Switched[]>,
    read: Promise<RowOf<typeof READ_FEATURES> | undefined>,
    isAlone: boolean,
  ): Promise<void> {
    const [first, second] = await Promise.allSettled([switched, read]);
    const feature = (second.status === 'fulfilled' && second.value?.feature) || undefined;
    if (first.status === 'fulfilled') one.resolve({ switched: first.value[n], feature });
    else if (isAlone || !isRefusal(first.reason)) one.reject(first.reason);
    else void this.sendBatch([one]);
  }
}

/** Whether PostgreSQL refused a statement, and the connection goes on. */
function isRefusal(error: unknown): boolean {
  return (error as { severity?: string } | null)?.severity === 'ERROR';
}

function switchesOf(batch: readonly Waiting[]): BatchParams {
  return [
    batch.map(({ wanted }) => wanted.projectId),
    batch.map(({ wanted }) => wanted.featureName),
    batch.map(({ wanted }) => wanted.environment),
    batch.map(({ wanted }) => wanted.enabled),
    batch.map(({ wanted }) => wanted.actorName),
    batch.map(({ wanted }) => wanted.actorId),
    batch.map(({ wanted }) => wanted.token),
    LOCK_MS,
  ];
}

function readsOf(batch: readonly Waiting[]): FeaturesReader {
  return [
    batch.map(({ wanted }) => wanted.projectId),
    batch.map(({ wanted }) => wanted.featureName),
    batch.map(({ wanted }) => wanted.actorId),
  ];
}

const requestsOf = (batch: readonly Waiting[]): Within[] => batch.map(({ within }) => within);
