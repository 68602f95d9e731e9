import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../../../core/auth/current-caller.js';
import { CallerShare } from '../../../platform/database/caller-share.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { EventStreamResponse, MAX_STREAM_MS } from '../../../platform/http/event-stream.js';
import { TooManyWaitingError } from './delivery-wait.js';
import { type DeliveryProgress, DeliveryReadModel } from '../delivery/delivery.read-model.js';
import { type DeliveryListener, DeliveryWatch } from './delivery-watch.js';

/** Streams the progress of deliveries. */
@Injectable()
export class DeliveryStreams {
  readonly maxMs: number = MAX_STREAM_MS;
  /** Open streams of this instance, which take no place of requests that wait for their change. */
  readonly places = new CallerShare({ total: 200, perCaller: 20 }, () => new TooManyWaitingError());

  constructor(
    private readonly deliveries: DeliveryReadModel,
    private readonly watch: DeliveryWatch,
  ) {}

  /**
   * Streams until the client disconnects.
   * @throws NotFoundError when the project lacks the feature or the environment.
   * @throws TooManyWaitingError
   */
  async open(
    at: FeatureEnvironmentParams,
    request: CalledRequest,
    response: Response,
  ): Promise<void> {
    response.once('close', this.places.enter(request.caller!.key));
    const first = await this.deliveries.requireProgress(at);
    if (response.destroyed) return;
    const stream = new EventStreamResponse(response, this.maxMs);
    const listener = new DeliveryStream(stream);
    listener.read(first);
    stream.onceClosed(this.watch.follow(at, listener));
  }
}

/** One stream. While the client does not read, changes are combined in the next event. */
class DeliveryStream implements DeliveryListener {
  private sent?: string;

  constructor(private readonly stream: EventStreamResponse) {}

  read(progress: DeliveryProgress | undefined): void {
    if (!this.stream.isReady) return;
    if (!progress) return this.stopped();
    if (progress.answer !== this.sent) this.stream.send('delivery', progress.answer);
    else this.stream.keepAlive();
    this.sent = progress.answer;
  }

  stopped(): void {
    this.stream.end();
  }
}
