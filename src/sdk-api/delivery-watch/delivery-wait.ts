import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../../auth/caller/called-request.js';
import { BadDataError } from '../../errors/general.errors.js';
import type { FeatureEnvironmentParams } from '../../feature/feature.params.js';
import { closedSignal } from '../../http/closed-signal.js';
import { beginStream } from '../../http/event-stream.js';
import type { Operation } from '../../http/operation.js';
import type { DeliveryProgress } from '../delivery/delivery.read-model.js';
import { DeliveryWatch } from './delivery-watch.js';
import { WaitingPlaces } from './waiting-places.js';

const SECONDS = /^(\d{1,2})s$/;
const MAX_SECONDS = 30;
/** Added to the response of a change that was not waited for. */
const NOT_AWAITED = JSON.stringify({
  delivery: null,
  deliveryNote:
    'The change was made. Too many requests wait for deliveries, so this one did not wait.',
}).slice(1);

/**
 * How long a request waits for its delivery, in milliseconds; undefined when it does not.
 * @throws BadDataError when the parameter is invalid or not supported, or nothing would be
 * delivered.
 */
export function deliveryWaitOf(request: CalledRequest, operation: Operation): number | undefined {
  if (!request.url.includes('?') || (!operation.delivery && operation.isRead)) return undefined;
  const wanted = request.query['waitForDelivery'];
  if (wanted === undefined) return undefined;
  if (!operation.delivery)
    throw new BadDataError('This operation does not support waitForDelivery. Nothing was changed.');
  const milliseconds = millisecondsOf(wanted);
  if (request.query['dryRun'] === 'true')
    throw new BadDataError('Use either dryRun or waitForDelivery: a dry run delivers nothing.');
  return milliseconds;
}

/**
 * Waits, after a change has committed, until it is delivered or the time is over. A place to wait
 * is taken only then, since a change must not fail because others wait.
 */
@Injectable()
export class DeliveryWait {
  constructor(
    private readonly watch: DeliveryWatch,
    private readonly places: WaitingPlaces,
  ) {}

  /**
   * @param body JSON of the response to the change.
   * @returns The JSON with what is known of the delivery.
   */
  async after(
    body: string,
    milliseconds: number,
    request: CalledRequest,
    response: Response,
  ): Promise<string> {
    const leave = this.places.tryEnter(request.caller!.key);
    if (!leave) return `${body.slice(0, -1)},${NOT_AWAITED}`;
    try {
      const { projectId, featureName, environment } = request.params as Record<string, string>;
      const at = { projectId: projectId!, featureName: featureName!, environment: environment! };
      const summary = await this.summaryOf(at, milliseconds, response);
      return `${body.slice(0, -1)},"delivery":${summary}}`;
    } finally {
      leave();
    }
  }

  /**
   * The JSON of a delivery when it is complete or the time is over; null when it is unknown, or the
   * caller has lost access meanwhile.
   */
  private async summaryOf(
    at: FeatureEnvironmentParams,
    milliseconds: number,
    response: Response,
  ): Promise<string> {
    const start = performance.now();
    let last: DeliveryProgress | undefined;
    const over = new AbortController();
    const end = (): void => over.abort();
    const timer = setTimeout(end, milliseconds);
    const read = (progress: DeliveryProgress | undefined): void => {
      last = over.signal.aborted ? last : progress;
      if (!progress || progress.isComplete) end();
    };
    // The time that the caller chose says nothing about the service.
    beginStream(response, () => {
      last = undefined;
      end();
    });
    const left = closedSignal(response);
    left.addEventListener('abort', end);
    const stop = this.watch.follow(at, { read, stopped: end });
    if (!left.aborted && !over.signal.aborted)
      await new Promise((resolve) => over.signal.addEventListener('abort', resolve));
    clearTimeout(timer);
    stop();
    if (!last) return 'null';
    const waitedMs = Math.round(performance.now() - start);
    return `${last.answer.slice(0, -1)},"waitedMs":${waitedMs}}`;
  }
}

/** @throws BadDataError */
function millisecondsOf(wanted: unknown): number {
  const seconds = Number(typeof wanted === 'string' ? SECONDS.exec(wanted)?.[1] : NaN);
  if (!(seconds >= 1 && seconds <= MAX_SECONDS))
    throw new BadDataError(
      `The parameter waitForDelivery must be 1s to ${MAX_SECONDS}s in whole seconds, such as 5s.`,
    );
  return 1_000 * seconds;
}
