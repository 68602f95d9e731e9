import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { SandboxBusyError } from '../../../platform/sandbox/sandbox-task.js';
import { AddonSecrets } from '../addon-secrets.js';
import type { Survey, Taken } from '../cursor.sql.js';
import { MessageRequests } from '../message/message-requests.js';
import { PROVIDERS } from '../provider/provider-parameters.js';
import { SIEM_PROVIDERS } from '../provider/siem-definitions.js';
import { TemplateError } from '../webhook/body-templates.js';
import { type Outcome, type OutgoingMessage, WebhookSender } from '../webhook/webhook-sender.js';
import { Cursors } from './cursors.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import { Commits } from '../../../core/event/commits.js';
import type { DomainEvent } from '../../../core/event/event.types.js';

/** Maximum attempts per event, unless it is sent until it is taken. */
const ATTEMPTS = 8;

const FIRST_WAIT_MS = 1_000;

/** Longest delay of providers whose events are retried until the receiver takes them. */
const LONGEST_WAIT_MS = 128_000;

/**
 * Delay after failed attempts in milliseconds: 1 s, 2 s, 4 s and so on, about two minutes in total.
 */
function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
}

const RETRIED = 'It will be retried.';

const UNREADABLE =
  'its secrets cannot be decrypted, because ENCRYPTION_KEY has changed since they were set';

/** Delay until an event is tried again whose template could not be rendered yet. */
const BUSY_WAIT_MS = 1_000;

/** Signals to stop: `leave` after the current request, `breakOff` immediately. */
export interface Closing {
  leave: AbortSignal;
  breakOff: AbortSignal;
}

/**
 * Delivers events to one addon in order. An event is settled, delivered or given up, before the
 * next is tried. Delivery is at least once, because the result is logged after the request.
 * Collectors and SIEMs get many events at a time, which are given up only if the receiver works and
 * refuses each of them alone.
 */
@Injectable()
export class WebhookDispatcher {
  /**
   * Number of settled events by provider and by what became of them. All begin at 0, since
   * Prometheus sees no increase of a series that begins above it.
   */
  readonly handled = new Map(PROVIDERS.map((name) => [name, { success: 0, failed: 0 }]));
  private readonly log = new Logger(WebhookDispatcher.name);
  /**
   * What is known of collectors and SIEMs, by addon. In memory alone: in the database, their
   * attempts are refusals, and after a start a short wait or a large batch does no harm.
   */
  private readonly known = new Map<number, { outages: number; most: number }>();

  constructor(
    private readonly cursors: Cursors,
    private readonly sender: WebhookSender,
    private readonly requests: MessageRequests,
    private readonly secrets: AddonSecrets,
  ) {}

  /** Forgets what is known of the receivers of all addons but these. */
  keep(addons: ReadonlySet<number>): void {
    for (const id of this.known.keys()) if (!addons.has(id)) this.known.delete(id);
  }

  /** Delivers all due events until the addon has to wait. */
  async serve(addonId: number, { leave, breakOff }: Closing): Promise<void> {
    while (!leave.aborted) {
      const taken = await this.cursors.take(addonId);
      if (!taken) return;
      if (taken.events.length === 0) return this.cursors.moveOn(taken);
      const events = taken.events.slice(0, this.known.get(addonId)?.most);
      const outcome = await this.deliver({ ...taken, events }, breakOff);
      if (outcome === 'busy') return this.cursors.postpone(taken, taken.attempts, BUSY_WAIT_MS);
      // An aborted delivery has not failed, but may have arrived; the events will be sent again.
      if (!outcome.ok && breakOff.aborted) return this.cursors.postpone(taken, taken.attempts, 0);
      if (!(await this.settled({ ...taken, events }, outcome))) return;
    }
  }

  /**
   * Sends the events once, since the reservation is long enough for one answer.
   * @returns `busy` when templates of other addons wait, which is no failure of this one.
   */
  private async deliver(
    { provider, parameters, events }: Taken,
    breakOff: AbortSignal,
  ): Promise<Outcome | 'busy'> {
    const { values, unreadable } = await this.secrets.open(parameters);
    // Retried, because the next instance may have the right key.
    if (unreadable.length > 0)
      return { ok: false, status: null, reason: UNREADABLE, isFinal: false };
    return this.send(provider, values, events, breakOff);
  }

  private async send(
    provider: string,
    values: Record<string, string>,
    events: Taken['events'],
    breakOff: AbortSignal,
  ): Promise<Outcome | 'busy'> {
    let messages: OutgoingMessage[];
    try {
      const given = events.map(({ toEvent: id, event: json }) => ({ id, json }));
      messages = await this.requests.of(provider, values, given);
    } catch (error) {
      return error instanceof SandboxBusyError ? 'busy' : notMade(error);
    }
    return this.sendAll(messages, breakOff);
  }

  /**
   * Sends the messages one after the other, until one fails; then all of them are retried later.
   */
  private async sendAll(messages: OutgoingMessage[], breakOff: AbortSignal): Promise<Outcome> {
    let outcome: Outcome = { ok: true, status: null };
    for (const message of messages) {
      outcome = await this.sender.send(message, breakOff);
      if (!outcome.ok) break;
    }
    return outcome;
  }

  private count({ provider, events }: Taken, result: 'success' | 'failed'): void {
    const counts = this.handled.get(provider);
    if (counts) counts[result] += events.length;
  }

  /**
   * Logs the result.
   * @returns Whether to continue with the next events.
   */
  private async settled(taken: Taken, outcome: Outcome): Promise<boolean> {
    const isOfSiem = SIEM_PROVIDERS.includes(taken.provider);
    if (isOfSiem && !outcome.ok && !outcome.isRefused) return this.isDown(taken, outcome.reason);
    if (isOfSiem) this.learn(taken, outcome.ok);
    if (!outcome.ok && taken.events.length > 1) {
      await this.cursors.postpone(taken, taken.attempts, 0);
      return true;
    }
    const last = taken.events.at(-1)!;
    const attempts = taken.attempts + 1;
    const details = {
      ...{ attempts, status: outcome.status },
      ...(isOfSiem ? { events: taken.events.length } : {}),
    };
    if (outcome.ok) {
      const stateDetails = detailsOf(outcome.status, isOfSiem);
      await this.cursors.settle(taken, last, { state: 'success', stateDetails, details });
      this.count(taken, 'success');
      return true;
    }
    const isGivenUp = outcome.isFinal || attempts >= ATTEMPTS;
    this.warn(taken, attempts, `${outcome.reason}. ${isGivenUp ? 'Given up.' : RETRIED}`);
    if (isGivenUp) {
      const stateDetails = `Given up: ${outcome.reason}.`;
      await this.cursors.settle(taken, last, { state: 'failed', stateDetails, details });
      this.count(taken, 'failed');
    } else await this.cursors.postpone(taken, attempts, waitAfter(attempts));
    return isGivenUp;
  }

  /**
   * Remembers how many events a collector or SIEM may get: half of what it refused together, until
   * the one is found that it does not take, and then more again.
   */
  private learn({ addonId, events: { length } }: Taken, isTaken: boolean): void {
    const before = this.known.get(addonId)?.most ?? Infinity;
    const most = isTaken ? before * 2 : Math.ceil(length / 2);
    this.known.set(addonId, { outages: 0, most });
  }

  /** Waits for a collector or SIEM without counting an attempt. */
  private async isDown(taken: Taken, reason: string): Promise<false> {
    const { outages: before = 0, most = Infinity } = this.known.get(taken.addonId) ?? {};
    const outages = before + 1;
    this.known.set(taken.addonId, { outages, most });
    this.warn(taken, outages, `${reason}. ${RETRIED}`);
    await this.cursors.postpone(taken, taken.attempts, waitAfter(outages));
    return false;
  }

  private warn({ addonId: addon, events }: Taken, attempts: number, what: string): void {
    const fields = { addon, event: events.at(-1)!.toEvent, attempts };
    this.log.warn(fields, `An event could not be delivered to an addon: ${what}`);
  }
}

function detailsOf(status: number | null, isOfSiem: boolean): string {
  if (status !== null) return `The receiver answered ${status}.`;
  return isOfSiem ? 'The receiver has taken the events.' : 'The event has no receiver.';
}

/** Why no request could be built. The error itself may contain secret parameters. */
function notMade(error: unknown): Outcome {
  if (error instanceof TemplateError)
    return { ok: false, status: null, reason: `its body template ${error.message}`, isFinal: true };
  const reason = 'the request could not be built from these parameters';
  return { ok: false, status: null, reason, isFinal: true };
}

/** Delay after a commit, to combine many commits in one round. */
const SOON_MS = 30;
/**
 * Interval while an addon is enabled, because commits of other instances are not announced here.
 */
const POLL_MS = 5_000;
/** Interval while no addon is enabled, because another instance may enable one and stop. */
const IDLE_POLL_MS = 60_000;
/** How long deliveries may continue during shutdown. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Schedules rounds: soon after a commit, when a retry is due, and at intervals. */
@Injectable()
export class DispatchLoop implements BeforeApplicationShutdown {
  private readonly log = new Logger(DispatchLoop.name);
  private readonly serving = new Map<number, Promise<void>>();
  private readonly leave = new AbortController();
  private readonly breakOff = new AbortController();
  private hasAddons = false;
  /** Age in seconds of the oldest unexamined event at the last round. */
  lagSeconds = 0;
  private settlingMs = SOON_MS;
  private readonly job: BackgroundJob;

  constructor(
    private readonly cursors: Cursors,
    private readonly dispatcher: WebhookDispatcher,
    commits: Commits,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'webhooks',
      everyMs: POLL_MS,
      firstMs: SOON_MS,
      retryMs: POLL_MS,
      run: () => this.round(),
    });
    commits.listen((events) => this.onEvents(events));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.leave.abort();
    void this.job.stop();
    const served = Promise.all(this.serving.values());
    await withTimeout(CLOSE_TIMEOUT_MS, served, () => undefined);
    this.breakOff.abort();
    await served;
  }

  private onEvents(events: readonly DomainEvent[]): void {
    if (!this.hasAddons && !events.some((event) => event.type.startsWith('addon-config-'))) return;
    this.settlingMs = SOON_MS;
    this.job.runWithin(SOON_MS);
  }

  /**
   * Starts to deliver to every due addon.
   * @returns Milliseconds until the next round.
   */
  private async round(): Promise<number> {
    const survey = await this.cursors.survey();
    if (survey.restored) {
      this.log.warn(
        'The database was restored: addons continue after the last event that they received.',
      );
      await this.cursors.settleRestored();
      return SOON_MS;
    }
    this.hasAddons = survey.addons.length > 0;
    this.dispatcher.keep(new Set(survey.addons.map(({ id }) => id)));
    this.lagSeconds = survey.lagSeconds;
    for (const { id, isPending, waitMs } of survey.addons)
      if (isPending && waitMs === 0 && !this.leave.signal.aborted) this.serve(id);
    return this.pause(survey);
  }

  private pause({ addons, unsettled }: Survey): number {
    if (addons.length === 0) return IDLE_POLL_MS;
    // Events become final when a transaction ends, usually at once, but possibly much later.
    const settling = unsettled ? this.settlingMs : POLL_MS;
    this.settlingMs = unsettled ? Math.min(2 * this.settlingMs, POLL_MS) : SOON_MS;
    const waits = addons
      .filter(({ isPending, waitMs }) => isPending && waitMs > 0)
      .map(({ waitMs }) => waitMs);
    return Math.min(POLL_MS, settling, ...waits);
  }

  private serve(id: number): void {
    if (this.serving.has(id)) return;
    const served = this.dispatcher
      .serve(id, { leave: this.leave.signal, breakOff: this.breakOff.signal })
      .then(
        () => SOON_MS,
        (error: unknown) => {
          this.log.warn(
            { err: error, addon: id },
            'Events could not be delivered to an addon; the delivery will be retried.',
          );
          return POLL_MS;
        },
      )
      .then((pause) => {
        this.serving.delete(id);
        this.job.runWithin(pause);
      });
    this.serving.set(id, served);
  }
}
