import { Injectable, Logger } from '@nestjs/common';
import { SandboxBusyError } from '../../../platform/sandbox/sandbox-errors.js';
import { AddonSecrets } from '../addon-secrets.js';
import type { Taken } from '../cursor.sql.js';
import { MessageRequests } from '../message/message-requests.js';
import { PROVIDERS } from '../provider/provider-parameters.js';
import { TemplateError } from '../webhook/body-templates.js';
import type { WebhookRequest } from '../webhook/webhook-request.js';
import { type Outcome, WebhookSender } from '../webhook/webhook-sender.js';
import { Cursors } from './cursors.js';

/** Maximum attempts per event. */
const ATTEMPTS = 8;

const FIRST_WAIT_MS = 1_000;

/**
 * Delay after failed attempts in milliseconds: 1 s, 2 s, 4 s and so on, about two minutes in total.
 */
function waitAfter(attempts: number): number {
  return FIRST_WAIT_MS * 2 ** (attempts - 1);
}

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
 */
@Injectable()
export class WebhookDispatcher {
  /**
   * Number of settled events by provider and by what became of them. All begin at 0, since
   * Prometheus sees no increase of a series that begins above it.
   */
  readonly handled = new Map(PROVIDERS.map((name) => [name, { success: 0, failed: 0 }]));
  private readonly log = new Logger(WebhookDispatcher.name);

  constructor(
    private readonly cursors: Cursors,
    private readonly sender: WebhookSender,
    private readonly requests: MessageRequests,
    private readonly secrets: AddonSecrets,
  ) {}

  /** Delivers all due events until the addon has to wait. */
  async serve(addonId: number, { leave, breakOff }: Closing): Promise<void> {
    while (!leave.aborted) {
      const taken = await this.cursors.take(addonId);
      if (!taken) return;
      if (taken.event === null) return this.cursors.moveOn(taken);
      const outcome = await this.deliver(taken, taken.event, breakOff);
      if (outcome === 'busy') return this.cursors.postpone(taken, taken.attempts, BUSY_WAIT_MS);
      // An aborted delivery has not failed, but may have arrived; the event will be sent again.
      if (!outcome.ok && breakOff.aborted) return this.cursors.postpone(taken, taken.attempts, 0);
      if (!(await this.settled(taken, outcome))) return;
    }
  }

  /** @returns `busy` when templates of other addons wait, which is no failure of this one. */
  private async deliver(
    taken: Taken,
    event: string,
    breakOff: AbortSignal,
  ): Promise<Outcome | 'busy'> {
    const { values, unreadable } = await this.secrets.open(taken.parameters);
    // Retried, because the next instance may have the right key.
    if (unreadable.length > 0)
      return { ok: false, status: null, reason: UNREADABLE, isFinal: false };
    let requests: WebhookRequest[];
    try {
      const { provider, toEvent: id } = taken;
      requests = await this.requests.of(provider, values, { id, json: event });
    } catch (error) {
      return error instanceof SandboxBusyError ? 'busy' : notMade(error);
    }
    return this.sendAll(requests, breakOff);
  }

  /**
   * Sends the requests one after the other, until one fails; then all of them are retried later.
   */
  private async sendAll(requests: WebhookRequest[], breakOff: AbortSignal): Promise<Outcome> {
    let outcome: Outcome = { ok: true, status: null };
    for (const request of requests) {
      outcome = await this.sender.send(request, breakOff);
      if (!outcome.ok) break;
    }
    return outcome;
  }

  private count({ provider }: Taken, result: 'success' | 'failed'): void {
    const counts = this.handled.get(provider);
    if (counts) counts[result]++;
  }

  /**
   * Logs the result.
   * @returns Whether to continue with the next event.
   */
  private async settled(taken: Taken, outcome: Outcome): Promise<boolean> {
    const attempts = taken.attempts + 1;
    const details = { attempts, status: outcome.status };
    if (outcome.ok) {
      await this.cursors.settle(taken, {
        state: 'success',
        stateDetails:
          outcome.status === null
            ? 'The event has no receiver.'
            : `The receiver answered ${outcome.status}.`,
        details,
      });
      this.count(taken, 'success');
      return true;
    }
    const isGivenUp = outcome.isFinal || attempts >= ATTEMPTS;
    const fields = { addon: taken.addonId, event: taken.toEvent, attempts };
    this.log.warn(
      fields,
      `An event could not be delivered to an addon: ${outcome.reason}. ` +
        `${isGivenUp ? 'Given up.' : 'It will be retried.'}`,
    );
    if (isGivenUp) await this.giveUp(taken, outcome.reason, details);
    else await this.cursors.postpone(taken, attempts, waitAfter(attempts));
    return isGivenUp;
  }

  private async giveUp(
    taken: Taken,
    reason: string,
    details: { attempts: number; status: number | null },
  ): Promise<void> {
    const stateDetails = `Given up: ${reason}.`;
    await this.cursors.settle(taken, { state: 'failed', stateDetails, details });
    this.count(taken, 'failed');
  }
}

/** Why no request could be built. The error itself may contain secret parameters. */
function notMade(error: unknown): Outcome {
  if (error instanceof TemplateError)
    return { ok: false, status: null, reason: `its body template ${error.message}`, isFinal: true };
  const reason = 'the request could not be built from these parameters';
  return { ok: false, status: null, reason, isFinal: true };
}
