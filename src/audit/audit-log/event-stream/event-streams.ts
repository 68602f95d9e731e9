import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerShare } from '../../../platform/database/caller-share.js';
import type { Reader } from '../../../platform/database/database.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { EventStreamResponse, MAX_STREAM_MS } from '../../../platform/http/event-stream.js';
import type { DescribedEventResponse } from '../event/event.dto.js';
import { type EventListener, EventWatch } from './event-watch.js';

/** Too many streams of events are open. */
export class TooManyEventStreamsError extends ApiError {
  readonly status = 429;

  constructor() {
    super('Too many streams of events are open. Close one, or search for events instead.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }

  override body(): string {
    return this.message;
  }
}

/** Streams new events. */
@Injectable()
export class EventStreams {
  /** Open streams of this instance. */
  readonly places = new CallerShare(
    { total: 200, perCaller: 10 },
    () => new TooManyEventStreamsError(),
  );
  readonly maxMs: number = MAX_STREAM_MS;

  constructor(private readonly watch: EventWatch) {}

  /**
   * Streams until the client disconnects.
   * @throws TooManyEventStreamsError
   */
  open(caller: Caller, reader: Reader, response: Response): void {
    response.once('close', this.places.enter(caller.key));
    const stream = new EventStreamResponse(response, this.maxMs);
    stream.onceClosed(this.watch.follow(new StreamOfEvents(caller, reader, stream)));
  }
}

/** One stream. */
class StreamOfEvents implements EventListener {
  constructor(
    readonly caller: Caller,
    readonly reader: Reader,
    private readonly stream: EventStreamResponse,
  ) {}

  get isReady(): boolean {
    return this.stream.isReady;
  }

  began(): void {
    this.stream.send('ready', '{}');
  }

  happened(events: readonly DescribedEventResponse[], hasMore: boolean): void {
    this.stream.send('events', JSON.stringify({ events: events.map(withoutData), hasMore }));
  }

  idle(): void {
    this.stream.keepAlive();
  }

  stopped(): void {
    this.stream.end();
  }
}

/** Clients read the data of the events that interest them, which can be large, by id. */
function withoutData(event: DescribedEventResponse): object {
  return { ...event, data: undefined, preData: undefined, tags: undefined };
}
