import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../../auth/caller/called-request.js';
import { BadDataError } from '../../errors/general.errors.js';
import type { FeatureEnvironmentParams } from '../../feature/feature.params.js';
import { closedSignal } from '../../http/closed-signal.js';
import { promiseOf } from '../../http/endpoint.js';
import { isReading } from '../../http/reading.js';
import { beginStream } from '../../http/event-stream.js';
import { beforeReply, takeReplyHook } from '../../http/reply-hook.js';
import type { DeliveryProgress } from '../delivery/delivery.read-model.js';
import { DeliveryWatch } from './delivery-watch.js';
import { WaitingPlaces } from './waiting-places.js';

const SECONDS = /^(\d{1,2})s$/;
const MAX_SECONDS = 30;

/**
 * Delays the response to a request with `waitForDelivery`, after its change has committed, until
 * the change is delivered or the time is over. Runs after all other guards, so that it waits after
 * what they do before the response.
 */
@Injectable()
export class DeliveryWaitGuard implements CanActivate {
  constructor(
    private readonly watch: DeliveryWatch,
    private readonly places: WaitingPlaces,
  ) {}

  /**
   * @throws BadDataError when the parameter is invalid or not supported, or nothing would be
   * delivered.
   * @throws TooManyWaitingError
   */
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest>();
    if (!request.url.includes('?')) return true;
    const promise = promiseOf(context.getHandler());
    if (!promise?.delivery && isReading(request.method, promise)) return true;
    const wanted = request.query['waitForDelivery'];
    if (wanted === undefined) return true;
    if (!promise?.delivery)
      throw new BadDataError(
        'This operation does not support waitForDelivery. Nothing was changed.',
      );
    const milliseconds = millisecondsOf(wanted);
    if (request.query['dryRun'] === 'true')
      throw new BadDataError('Use either dryRun or waitForDelivery: a dry run delivers nothing.');
    const response = http.getResponse<Response>();
    response.once('close', this.places.enter(request.caller!));
    const { projectId, featureName, environment } = request.params as Record<string, string>;
    const at = { projectId: projectId!, featureName: featureName!, environment: environment! };
    const before = takeReplyHook(response);
    beforeReply(response, async (body, status) => {
      const other = await before?.(body, status);
      if (other || typeof body !== 'string') return other;
      const summary = await this.summaryOf(at, milliseconds, response);
      return { status, body: `${body.slice(0, -1)},"delivery":${summary}}` };
    });
    return true;
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
