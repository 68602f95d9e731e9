import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { ShortStatements, type Within } from '../../database/short-statements.js';
import { withTimeout } from '../../database/with-timeout.js';
import { callOf, type RowOf, type StatementCall } from '../../database/statement.js';
import type { READ_FEATURE } from '../feature.sql.js';
import type { Switched } from './feature-switch.sql.js';
import { type BatchParams, SWITCH_BATCH } from './switch-batch.sql.js';

/** Upper bound on the switches of a batch, so that it takes a few milliseconds. */
const MAX_SWITCHES = 32;
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
  /** Reads the feature afterwards. */
  read: StatementCall<RowOf<typeof READ_FEATURE>>;
}

/** What came of a switch, and the row of the read unless that failed. */
export type SwitchOutcome = [Switched | undefined, RowOf<typeof READ_FEATURE>[] | undefined];

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
      const within: Within = AsyncResource.bind((work) => work());
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
    const sent = batch[0]!.within(() =>
      this.shortStatements.trySend(
        callOf(SWITCH_BATCH, valuesOf(batch.map(({ wanted }) => wanted))),
        batch.map(({ wanted, within }) => ({ call: wanted.read, within })),
      ),
    );
    for (const [n, one] of batch.entries())
      if (sent) void this.settle(one, n, sent.first, sent.others[n]!, batch.length === 1);
      else one.resolve(undefined);
    return sent?.first;
  }

  /**
   * Passes its part of the answer to a switch. A statement that PostgreSQL refuses has changed
   * nothing. As one switch may be the cause for all of its batch, each is repeated alone then.
   */
  private async settle(
    one: Waiting,
    n: number,
    switched: Promise<Switched[]>,
    read: Promise<RowOf<typeof READ_FEATURE>[]>,
    isAlone: boolean,
  ): Promise<void> {
    const [first, second] = await Promise.allSettled([switched, read]);
    if (first.status === 'fulfilled')
      one.resolve([first.value[n], second.status === 'fulfilled' ? second.value : undefined]);
    else if (isAlone || !isRefusal(first.reason)) one.reject(first.reason);
    else void this.sendBatch([one]);
  }
}

/** Whether PostgreSQL refused a statement, and the connection goes on. */
function isRefusal(error: unknown): boolean {
  return (error as { severity?: string } | null)?.severity === 'ERROR';
}

function valuesOf(batch: readonly PlainSwitch[]): BatchParams {
  return [
    batch.map(({ projectId }) => projectId),
    batch.map(({ featureName }) => featureName),
    batch.map(({ environment }) => environment),
    batch.map(({ enabled }) => enabled),
    batch.map(({ actorName }) => actorName),
    batch.map(({ actorId }) => actorId),
    batch.map(({ token }) => token),
    LOCK_MS,
  ];
}
