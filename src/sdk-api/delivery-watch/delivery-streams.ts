import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../../auth/caller/called-request.js';
import type { FeatureEnvironmentParams } from '../../feature/feature.params.js';
import { EVENT_STREAM_HEADERS } from '../../http/event-stream.js';
import { type DeliveryProgress, DeliveryReadModel } from '../delivery/delivery.read-model.js';
import { DeliveryWatch } from './delivery-watch.js';
import { WaitingPlaces } from './waiting-places.js';

const MAX_MS = 300_000;
const HEARTBEAT_MS = 15_000;
/** A client that has not read for this long is disconnected. */
const MAX_SILENCE_MS = 30_000;

/** Streams the progress of deliveries. */
@Injectable()
export class DeliveryStreams {
  /** A stream ends after this time, so that the client has to authenticate again. */
  readonly maxMs: number = MAX_MS;

  constructor(
    private readonly deliveries: DeliveryReadModel,
    private readonly watch: DeliveryWatch,
    private readonly places: WaitingPlaces,
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
    response.once('close', this.places.enter(request.caller!));
    const first = await this.deliveries.requireProgress(at);
    if (response.destroyed) return;
    response.locals['isStream'] = true;
    // A broken socket is also reported by `close`.
    response.on('error', () => undefined);
    response.writeHead(200, EVENT_STREAM_HEADERS);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const stream = new DeliveryStream(response, this.maxMs);
    stream.read(first);
    const stop = this.watch.follow(at, stream);
    if (response.closed) stop();
    else response.once('close', stop);
  }
}

/** One stream. While the client does not read, changes are combined in the next event. */
class DeliveryStream {
  private readonly opened = performance.now();
  private sent?: string;
  private sentAt = this.opened;

  constructor(
    private readonly response: Response,
    private readonly maxMs: number,
  ) {}

  read(progress: DeliveryProgress | undefined): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    const now = performance.now();
    if (response.writableNeedDrain) {
      if (now - this.sentAt > MAX_SILENCE_MS) response.destroy();
      return;
    }
    if (!progress || now - this.opened > this.maxMs) return this.stopped();
    if (progress.answer !== this.sent) this.write(`event: delivery\ndata: ${progress.answer}\n\n`);
    else if (now - this.sentAt > HEARTBEAT_MS) this.write(':\n\n');
    this.sent = progress.answer;
  }

  stopped(): void {
    this.response.end();
  }

  private write(text: string): void {
    this.sentAt = performance.now();
    this.response.write(text);
  }
}
