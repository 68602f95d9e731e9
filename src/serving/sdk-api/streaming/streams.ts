import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Response } from 'express';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { PlainRefusal } from '../../../platform/errors/general.errors.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import { OutgoingMemory } from '../cache/outgoing-memory.js';
import { isNamed, LAG_MS, placeOf, SdkConnections } from '../delivery/sdk-connections.js';
import type { Sdk } from '../delivery/sdk.js';
import type { DeltaView } from '../delta/delta-view.js';
import { DeltaViews } from '../delta/delta-views.js';
import { Stream, type StreamContent, type StreamHost } from './stream.js';
import { StreamMeters } from './stream-meters.js';

/**
 * The maximum number of streams is reached. SDKs switch to polling on this status, unlike on 503.
 */
export class TooManyStreamsError extends ApiError {
  readonly status = 429;

  constructor(private readonly retrySeconds: number) {
    super('The maximum number of streams is reached. Poll instead, or try again later.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(this.retrySeconds) };
  }

  override body(): string {
    return this.message;
  }
}

/** Interval for looking for streams that nobody reads, or whose view is outdated. */
const CHECK_EVERY_MS = 900;
/** How long a client may delay its events before it is disconnected. */
const MAX_SILENCE_MS = 30_000;
/** Interval for recording the state of idle streams, and how long a record is valid. */
const RECORD_EVERY_MS = 10_000;
export const SEEN_FOR_MS = 3 * RECORD_EVERY_MS + LAG_MS;
const JITTER_MS = 100;
/** Length of the pause after a round of sending, as a share of the time that the round took. */
const PAUSE_SHARE = 0.5;
const MAX_PAUSE_MS = 50;
/** Shorter pauses are left out, because a timer is no more precise than that. */
const MIN_PAUSE_MS = 2;
/** `Retry-After` when no stream is available, in seconds. */
const RETRY_SECONDS = 60;
/**
 * Upper bounds on distinct views followed by streams, in total and per token: each change updates
 * every view.
 */
const MAX_VIEWS = 1_000;
const MAX_VIEWS_PER_TOKEN = 100;

/** A client that wants a stream. */
interface Follower {
  /** Id of its token. */
  readonly owner: string;
  /** The SDK whose deliveries are recorded; undefined without a name. */
  readonly sdk: Sdk | undefined;
  /** Tag of the state it has, if any. */
  readonly known: string | undefined;
  readonly content: StreamContent;
}

/** Which state a stream was recorded to have, and when. */
interface Sighting {
  readonly horizon: string;
  readonly at: number;
}

/** Manages all streams of this instance. */
@Injectable()
export class Streams implements OnApplicationBootstrap, StreamHost {
  private readonly byView = new Map<DeltaView, Set<Stream>>();
  /** Number of connections per token, until they are closed. */
  private readonly byOwner = new Map<string, number>();
  private readonly sighted = new Map<Stream, Sighting>();
  /** Until when streams of a view have nothing to record while its state is this one. */
  private readonly recorded = new WeakMap<DeltaView, { horizon: string; until: number }>();
  /** Streams with pending changes, and streams due for a heartbeat. */
  private readonly fed = new Set<Stream>();
  private readonly beaten = new Set<Stream>();
  private isFeeding = false;
  private stopped = false;

  constructor(
    private readonly views: DeltaViews,
    private readonly connections: SdkConnections,
    private readonly meters: StreamMeters,
    readonly outgoing: OutgoingMemory,
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'stream-heartbeat',
      everyMs: config.clientFeatures.heartbeatSeconds * 1000,
      run: async () => this.beat(),
    });
    jobs.add({ name: 'stream-check', everyMs: CHECK_EVERY_MS, run: async () => this.check() });
  }

  onApplicationBootstrap(): void {
    this.views.listen((view, bytes) => this.onViewChange(view, bytes));
  }

  /** Number of open streams. */
  get count(): number {
    return this.meters.open;
  }

  /** @throws TooManyStreamsError when the limit of the instance or of this token is reached. */
  requireRoom(owner: string): void {
    if (this.stopped) throw new PlainRefusal(503, 'This instance is shutting down.');
    const { maxStreams, maxStreamsPerToken } = this.config.clientFeatures;
    if (this.count >= maxStreams || (this.byOwner.get(owner) ?? 0) >= maxStreamsPerToken)
      this.refuse();
  }

  /**
   * Opens a stream of a view, which must be current.
   * @throws TooManyStreamsError when a limit is reached.
   */
  open(view: DeltaView, { owner, sdk, known, content }: Follower, response: Response): void {
    this.requireRoom(owner);
    if (!this.views.isFollowed(view)) this.requireRoomForView(view.owner);
    if (response.destroyed) return;
    const stream = new Stream(view, owner, sdk, content, response, this);
    const streams = this.byView.get(view) ?? new Set();
    this.byView.set(view, streams.add(stream));
    this.recorded.delete(view);
    this.views.follow(view);
    this.meters.opened();
    this.byOwner.set(owner, (this.byOwner.get(owner) ?? 0) + 1);
    response.once('close', () => this.closed(stream));
    stream.open(known);
  }

  /** Ends all streams and accepts no more. */
  end(): void {
    this.stopped = true;
    for (const stream of this.all) {
      const isRead = stream.silence === 0;
      this.remove(stream);
      if (isRead) stream.end();
      else stream.drop();
    }
  }

  /** Records the state of each stream, or of those of some environments. */
  recordStates(environments?: ReadonlySet<string>): void {
    const now = performance.now();
    for (const [view, streams] of this.byView) {
      const { query, state } = view;
      if (environments && !environments.has(query.query.environment ?? '')) continue;
      const known = this.recorded.get(view);
      if (known && known.horizon === state.horizon && now < known.until) continue;
      if (!isNamed(query, state)) continue;
      let until = Infinity;
      for (const stream of streams) {
        const { horizon, at } = this.record(stream, now);
        until = Math.min(until, horizon === state.horizon ? at + RECORD_EVERY_MS : now);
      }
      this.recorded.set(view, { horizon: state.horizon, until });
    }
  }

  /** Records the state of a stream if it is another one or was not recorded for long. */
  private record(stream: Stream, at: number): Sighting {
    const { horizon, sdk, view, content } = stream;
    const last = this.sighted.get(stream);
    if (last && last.horizon === horizon && at - last.at < RECORD_EVERY_MS) return last;
    if (!sdk) return { horizon: view.state.horizon, at };
    const until = at + SEEN_FOR_MS;
    const connection = { ...placeOf(view.query), sdk, mode: content.mode, horizon, at, until };
    this.connections.note(connection, stream.owner);
    const sighting = { horizon, at };
    this.sighted.set(stream, sighting);
    return sighting;
  }

  due(stream: Stream): void {
    this.fed.add(stream);
    void this.feed();
  }

  drop(stream: Stream): void {
    this.remove(stream);
    this.meters.dropped();
    stream.drop();
  }

  endOne(stream: Stream): void {
    this.remove(stream);
    stream.end();
  }

  private get all(): Stream[] {
    return [...this.byView.values()].flatMap((streams) => [...streams]);
  }

  private onViewChange(view: DeltaView, bytes: number): void {
    for (const stream of this.byView.get(view) ?? []) {
      if (stream.note(bytes)) this.fed.add(stream);
      else this.drop(stream);
    }
    void this.feed();
  }

  /**
   * Sends pending changes and heartbeats in rounds, and each round in slices of time. Changes that
   * come during a round are sent together in the next one, which begins after a pause when there
   * are many streams; otherwise sending every change on its own would take all CPU time.
   */
  private async feed(): Promise<void> {
    if (this.isFeeding) return;
    this.isFeeding = true;
    while (this.fed.size > 0 || this.beaten.size > 0) {
      const start = performance.now();
      const [fed, beaten] = [[...this.fed], [...this.beaten]];
      this.fed.clear();
      this.beaten.clear();
      const slice = new TimeSlice();
      await slice.forEach(fed, (stream) => stream.feed());
      await slice.forEach(beaten, (stream) => stream.beat());
      const pause = Math.min((performance.now() - start) * PAUSE_SHARE, MAX_PAUSE_MS);
      if (pause > MIN_PAUSE_MS) await sleep(pause);
    }
    this.isFeeding = false;
  }

  private beat(): void {
    for (const stream of this.all) this.beaten.add(stream);
    void this.feed();
    // A newly created environment ends the streams that were opened before it existed.
    for (const view of this.byView.keys())
      if (!isNamed(view.query, view.state) && view.query.query.environment)
        this.views.of(view.query, view.owner).catch(() => undefined);
  }

  /** Ends streams whose clients do not read, or whose environments were deleted or created. */
  private check(): void {
    for (const stream of this.all) if (stream.silence > MAX_SILENCE_MS) this.drop(stream);
    for (const stream of this.all) if (!this.views.isCurrent(stream.view)) this.endOne(stream);
  }

  private requireRoomForView(owner: string): void {
    const { all, own } = this.views.followedBy(owner);
    if (all >= MAX_VIEWS || own >= MAX_VIEWS_PER_TOKEN) this.refuse();
  }

  private refuse(): never {
    this.meters.refused();
    throw new TooManyStreamsError(RETRY_SECONDS);
  }

  private closed(stream: Stream): void {
    this.remove(stream);
    this.meters.closed();
    const left = this.byOwner.get(stream.owner)! - 1;
    if (left > 0) this.byOwner.set(stream.owner, left);
    else this.byOwner.delete(stream.owner);
  }

  /** Removes a stream from all queues. Its connection counts until it is closed. */
  private remove(stream: Stream): void {
    this.leave(stream);
    this.fed.delete(stream);
    this.beaten.delete(stream);
    const streams = this.byView.get(stream.view);
    if (!streams?.delete(stream) || streams.size > 0) return;
    this.byView.delete(stream.view);
    this.views.unfollow(stream.view);
  }

  /** Records that an SDK has disconnected. */
  private leave(stream: Stream): void {
    const last = this.sighted.get(stream);
    if (!last || !stream.sdk) return;
    this.sighted.delete(stream);
    // Another instance may have seen the SDK since; the small offset decides only against this
    // instance's own last record.
    const [at, until] = [last.at + JITTER_MS, performance.now()];
    const connection = {
      ...placeOf(stream.view.query),
      sdk: stream.sdk,
      mode: 'streaming',
      horizon: last.horizon,
      at,
      until,
    } as const;
    this.connections.note(connection, stream.owner);
  }
}
