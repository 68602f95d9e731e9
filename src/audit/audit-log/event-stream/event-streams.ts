import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerShare } from '../../../platform/database/caller-share.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import type { Language } from '../../../platform/http/language.js';
import { EventStreamResponse, MAX_STREAM_MS } from '../../../platform/http/event-stream.js';
import { type DescribedEventResponse, EventSearchQuery } from '../event/event.dto.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestTransaction } from '../../../platform/database/request-transaction.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import { scopeOf } from '../event/event-filter.js';
import { EventLog } from '../event/event-log.js';
import { NEWEST_EVENT_IDS } from '../event/event.sql.js';

/** Minimum pause between two reads, and the pause as a multiple of the time that the read took. */
const EVERY_MS = 500;
const PAUSE_SHARE = 2;
const TIMEOUT_MS = 5_000;
/** Pause after an error, such as an interrupted connection to PostgreSQL. */
const AFTER_ERROR_MS = 2_000;
/** How long replicas may lag behind a change; until then, reads are repeated. */
const SETTLING_MS = 5_000;
/** Number of newest events that are compared with those of the previous read. */
const MAX_EVENTS_AT_ONCE = 50;

/** Who reads a stream, and in which language. */
interface Audience {
  readonly caller: Caller;
  readonly reader: Reader;
  readonly language: Language;
}

/** Receives the new events that a caller may see. */
interface EventListener {
  readonly audience: Audience;
  /** Whether events can be sent now. Otherwise they are sent after a later read. */
  readonly isReady: boolean;
  /** Called after the first read: events from now on are delivered. */
  began(): void;
  /** Events since the last call, oldest first. `hasMore` says that there were more than these. */
  happened(events: readonly DescribedEventResponse[], hasMore: boolean): void;
  /** Called after a read without new events. */
  idle(): void;
  /** Called once when the service stops. */
  stopped(): void;
}

/** A listener and the newest events that it has received; undefined before the first read. */
interface Follower {
  readonly listener: EventListener;
  known?: ReadonlySet<number>;
  /** The result of {@link NEWEST_EVENT_IDS} at its last read. */
  seen?: string;
}

/**
 * Reads new events for all listeners. One search serves all callers who may see the same events,
 * and searches run one after the other, so that all together use one connection at a time. The
 * newest events are compared instead of the highest id, so that events of other instances and of
 * transactions that commit late are found, too.
 */
@Injectable()
export class EventWatch implements BeforeApplicationShutdown {
  private readonly log = new Logger(EventWatch.name);
  private readonly followers = new Set<Follower>();
  private lastIds = '';
  private changedAt = -Infinity;
  private isReading = false;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    for (const { listener } of [...this.followers]) listener.stopped();
  }

  /** Adds a listener. @returns Removes it. */
  follow(listener: EventListener): () => void {
    if (this.isStopped) {
      listener.stopped();
      return () => undefined;
    }
    const follower: Follower = { listener };
    this.followers.add(follower);
    // Reading continues after the request has ended.
    RequestTransaction.outside(() => void this.readAll());
    return () => this.followers.delete(follower);
  }

  private async readAll(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.followers.size > 0 && !this.isStopped) {
        const start = performance.now();
        const hasRead = await this.tryReading();
        const pause = Math.max(EVERY_MS, PAUSE_SHARE * (performance.now() - start));
        await sleep(hasRead ? pause : AFTER_ERROR_MS);
      }
    } finally {
      this.isReading = false;
    }
  }

  /** Reads once. Never rejects. @returns Whether everything was read. */
  private async tryReading(): Promise<boolean> {
    let ids: string;
    try {
      ids = await withTimeout(TIMEOUT_MS, this.newestIds());
    } catch (error) {
      this.failed(error);
      return false;
    }
    if (ids !== this.lastIds) this.changedAt = performance.now();
    this.lastIds = ids;
    let succeeded = true;
    for (const group of this.followersToRead(ids))
      await this.readFor(group, ids).catch((error: unknown) => {
        this.failed(error);
        succeeded = false;
      });
    return succeeded;
  }

  /**
   * The listeners that need a read, in groups that may see the same events in the same language,
   * so that one search serves a group.
   */
  private followersToRead(ids: string): Iterable<Follower[]> {
    const groups = new Map<string, Follower[]>();
    for (const follower of this.followers) {
      if (!follower.listener.isReady) continue;
      if (follower.seen === ids && this.isSettled) follower.listener.idle();
      else {
        const { caller, language } = follower.listener.audience;
        const scope = JSON.stringify([language, scopeOf(caller)]);
        groups.set(scope, [...(groups.get(scope) ?? []), follower]);
      }
    }
    return groups.values();
  }

  /** Whether another read would return the same. Only replicas can lag behind. */
  private get isSettled(): boolean {
    const canLag = this.database.replicas.all.length > 0;
    return !canLag || performance.now() - this.changedAt > SETTLING_MS;
  }

  private failed(error: unknown): void {
    this.log.warn({ err: error }, 'Reading new events has failed and is repeated.');
  }

  private async newestIds(): Promise<string> {
    const [row] = await this.database.run(NEWEST_EVENT_IDS, [MAX_EVENTS_AT_ONCE]);
    return row!.ids;
  }

  /** Reads the newest events for a group, and sends each listener those that are new to it. */
  private async readFor(group: readonly Follower[], ids: string): Promise<void> {
    const present = group.filter((follower) => this.followers.has(follower));
    if (present.length === 0) return;
    const newest = await this.newestFor(present.map(({ listener }) => listener));
    for (const follower of present) if (this.followers.has(follower)) notify(follower, newest, ids);
  }

  /** The newest events that a group may see, newest first. */
  private async newestFor(listeners: readonly EventListener[]): Promise<DescribedEventResponse[]> {
    const query = Object.assign(new EventSearchQuery(), { limit: MAX_EVENTS_AT_ONCE });
    const [{ audience }] = listeners as readonly [EventListener];
    const { caller, reader, language } = audience;
    const everybody = whenAllLeft(listeners.map((listener) => listener.audience.reader.left));
    const left = AbortSignal.any([everybody.left, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      return (await this.events.page(query, caller, { ...reader, left }, language)).events;
    } finally {
      everybody.dispose();
    }
  }
}

/** Sends a listener the events that it has not received yet. */
function notify(follower: Follower, newest: readonly DescribedEventResponse[], ids: string): void {
  const { listener, known } = follower;
  follower.seen = ids;
  follower.known = new Set(newest.map(({ id }) => id));
  if (!known) return listener.began();
  const news = newest.filter(({ id }) => !known.has(id)).reverse();
  if (news.length === 0) return listener.idle();
  listener.happened(news, known.size > 0 && news.length === newest.length);
}

/** A signal that is aborted when all of these are, until `dispose` is called. */
function whenAllLeft(signals: readonly AbortSignal[]): { left: AbortSignal; dispose: () => void } {
  const everybody = new AbortController();
  let present = signals.length;
  const leave = (): void => {
    present--;
    if (present === 0) everybody.abort();
  };
  for (const signal of signals)
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  const dispose = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', leave);
  };
  return { left: everybody.signal, dispose };
}

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
  open(audience: Audience, response: Response): void {
    response.once('close', this.places.enter(audience.caller.key));
    const stream = new EventStreamResponse(response, this.maxMs);
    stream.onceClosed(this.watch.follow(new StreamOfEvents(audience, stream)));
  }
}

/** One stream. */
class StreamOfEvents implements EventListener {
  constructor(
    readonly audience: Audience,
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
