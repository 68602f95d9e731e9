import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../../../core/auth/current-caller.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { CallerShare } from '../../../platform/database/caller-share.js';
import type { Reader } from '../../../platform/database/database.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { closedSignal } from '../../../platform/http/closed-signal.js';
import { beginStream } from '../../../platform/http/event-stream.js';
import type { Operation } from '../../../platform/http/operation.js';
import type { DeliveryProgress } from '../delivery/delivery.read-model.js';
import { DeliveryWatch } from './delivery-watch.js';
import { ApiError } from '../../../platform/errors/api-error.js';

/** The requests of this instance that wait for the delivery of their change. */
@Injectable()
export class WaitingPlaces extends CallerShare {
  constructor() {
    super({ total: 200, perCaller: 20 }, () => new TooManyWaitingError());
  }
}

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
 * A delivery that was waited for: undefined when it is unknown, `full` when too many wait already.
 */
type Awaited = DeliveryProgress | undefined | 'full';

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
    const start = performance.now();
    const last = await this.untilLost(milliseconds, request, response);
    if (last === 'full') return `${body.slice(0, -1)},${NOT_AWAITED}`;
    const waitedMs = Math.round(performance.now() - start);
    const summary = last ? `${last.answer.slice(0, -1)},"waitedMs":${waitedMs}}` : 'null';
    return `${body.slice(0, -1)},"delivery":${summary}}`;
  }

  /**
   * Like {@link until}, for the feature in the path of a change; undefined also when the caller has
   * lost access meanwhile.
   */
  async untilLost(
    milliseconds: number,
    request: CalledRequest,
    response: Response,
  ): Promise<Awaited> {
    const { projectId, featureName, environment } = request.params as Record<string, string>;
    const at = { projectId: projectId!, featureName: featureName!, environment: environment! };
    const lost = new AbortController();
    // The time that the caller chose says nothing about the service.
    beginStream(response, () => lost.abort());
    const left = AbortSignal.any([closedSignal(response), lost.signal]);
    const last = await this.until(at, milliseconds, { key: request.caller!.key, left });
    return lost.signal.aborted ? undefined : last;
  }

  /** Waits until a delivery is complete, the time is over, or the caller has left. */
  async until(
    at: FeatureEnvironmentParams,
    milliseconds: number,
    { key, left }: Reader,
  ): Promise<Awaited> {
    const leave = this.places.tryEnter(key);
    if (!leave) return 'full';
    try {
      return await this.wait(at, milliseconds, left);
    } finally {
      leave();
    }
  }

  private async wait(
    at: FeatureEnvironmentParams,
    milliseconds: number,
    left: AbortSignal,
  ): Promise<DeliveryProgress | undefined> {
    let last: DeliveryProgress | undefined;
    const over = new AbortController();
    const end = (): void => over.abort();
    const timer = setTimeout(end, milliseconds);
    const read = (progress: DeliveryProgress | undefined): void => {
      last = over.signal.aborted ? last : progress;
      if (!progress || progress.isComplete) end();
    };
    left.addEventListener('abort', end);
    const stop = this.watch.follow(at, { read, stopped: end });
    if (!left.aborted && !over.signal.aborted)
      await new Promise((resolve) => over.signal.addEventListener('abort', resolve));
    clearTimeout(timer);
    stop();
    return last;
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

/** Too many requests follow a delivery. */
export class TooManyWaitingError extends ApiError {
  readonly status = 429;

  constructor() {
    super('Too many requests follow deliveries. Close some, or try again later.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }

  override body(): string {
    return this.message;
  }
}
