import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../access/caller.js';
import { CallerLookup } from '../../access/caller-lookup.js';
import { TokenStanding } from '../../access/token-standing.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { PlainRefusal, TooManyStreamsError } from '../../http/errors.js';
import type { DeltaAnswer } from '../delta/delta-answer.js';
import type { View } from '../delta/view.js';
import { Views } from '../delta/views.js';
import { sdkOf } from '../delivery/sdk.js';
import { DeliverySightings, isNamed, LAG_MS, placeOf } from '../delivery/sightings.js';
import { within } from '../state/patience.js';
import { frameOf, Stream } from './stream.js';
import { StreamMeters } from './stream-meters.js';

/** How often it is looked whether tokens are still good, and how long that may take. */
const CHECK_EVERY_MS = 900;
const PATIENCE_MS = 5_000;
/** How long a client may keep everybody waiting before it is given up. */
const MOST_SILENCE_MS = 30_000;
/** How often what streams have got is noted although nothing has happened, and how long that is good for. */
const SIGHT_EVERY_MS = 10_000;
const SEEN_FOR_MS = 3 * SIGHT_EVERY_MS + LAG_MS;
const JITTER_MS = 100;
/** When to try again that has found no room, in seconds. */
const RETRY_SECONDS = 60;

/** The connections on which SDKs are told of changes as they happen. */
@Injectable()
export class Streams implements OnApplicationBootstrap {
  private readonly byView = new Map<View, Set<Stream>>();
  private readonly sighted = new Map<Stream, { horizon: string; at: number }>();
  private checking = false;
  private stopped = false;
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly views: Views,
    private readonly callers: CallerLookup,
    private readonly standing: TokenStanding,
    private readonly sightings: DeliverySightings,
    private readonly meters: StreamMeters,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { heartbeatSeconds } = this.config.clientFeatures;
    this.views.listen((view, told) => this.tell(view, told));
    this.timers = [
      setInterval(() => this.beat(), heartbeatSeconds * 1000).unref(),
      setInterval(() => void this.check(), CHECK_EVERY_MS).unref(),
    ];
  }

  /** How many there are. */
  get count(): number {
    return this.meters.open;
  }

  /** @throws TooManyStreamsError when there is no room for another. */
  requireRoom(): void {
    if (this.stopped) throw new PlainRefusal(503, 'This instance is stopping.');
    if (this.count < this.config.clientFeatures.maxStreams) return;
    this.meters.refused();
    throw new TooManyStreamsError(RETRY_SECONDS);
  }

  /**
   * Begins to tell of changes in a view, which must be that of this moment.
   * @param known The id of the last event that the client has got, if it has any. @throws TooManyStreamsError
   */
  open(view: View, caller: Caller, known: string | undefined, request: Request, response: Response): void {
    this.requireRoom();
    if (response.destroyed) return;
    const stream = new Stream(view, caller, sdkOf(request), response);
    const streams = this.byView.get(view) ?? new Set();
    this.byView.set(view, streams.add(stream));
    this.views.follow(view);
    this.meters.opened();
    response.once('close', () => this.closed(stream));
    const answer = known === undefined ? view.hydration : view.since([known]);
    stream.open(frameOf(answer.isEmpty || answer === view.hydration ? 'unleash-connected' : 'unleash-updated', answer));
  }

  /** Ends all of them, and lets no more begin. */
  end(): void {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const stream of this.all) {
      this.leave(stream);
      stream.end();
    }
  }

  /** Notes what each of them has got. */
  sight(): void {
    const at = performance.now();
    for (const stream of this.all) {
      const { horizon, sdk, view } = stream;
      const last = this.sighted.get(stream);
      if (!sdk || !isNamed(view.asked, view.state)) continue;
      if (last && last.horizon === horizon && at - last.at < SIGHT_EVERY_MS) continue;
      this.sighted.set(stream, { horizon, at });
      this.sightings.note({ ...placeOf(view.asked), sdk, mode: 'streaming', horizon, at, until: at + SEEN_FOR_MS });
    }
  }

  private get all(): Stream[] {
    return [...this.byView.values()].flatMap((streams) => [...streams]);
  }

  private tell(view: View, told: DeltaAnswer): void {
    const streams = this.byView.get(view);
    if (!streams) return;
    const frame = frameOf('unleash-updated', told);
    for (const stream of streams) if (!stream.send(frame)) this.drop(stream);
  }

  private beat(): void {
    for (const stream of this.all) if (stream.silence > MOST_SILENCE_MS || !stream.beat()) this.drop(stream);
    // Environments that were not there: one that has come since ends the streams that do not know it.
    for (const view of this.byView.keys())
      if (!isNamed(view.asked, view.state) && view.asked.query.environment) this.views.of(view.asked).catch(() => undefined);
  }

  /** Ends those whose tokens are not good any more, or not for the same, and those of environments that have gone or come. */
  private async check(): Promise<void> {
    if (this.checking || this.byView.size === 0) return;
    this.checking = true;
    try {
      for (const stream of this.all) if (!this.views.isCurrent(stream.view)) stream.end();
      const streams = this.all;
      const good = await within(PATIENCE_MS, this.standing.unchanged(streams.map(({ caller }) => caller)));
      const bad = streams.filter(({ caller }) => !good.has(caller));
      // Whoever comes back at once must not be let in as before.
      if (bad.length > 0) this.callers.forget();
      for (const stream of bad) stream.end();
    } catch {
      // Whether a token is good cannot be told at the moment: rather that it goes on working for a while than that all streams end.
    } finally {
      this.checking = false;
    }
  }

  private drop(stream: Stream): void {
    this.meters.dropped();
    stream.drop();
  }

  private closed(stream: Stream): void {
    const streams = this.byView.get(stream.view);
    this.leave(stream);
    if (!streams?.delete(stream)) return;
    this.meters.closed();
    if (streams.size > 0) return;
    this.byView.delete(stream.view);
    this.views.unfollow(stream.view);
  }

  /** Notes that an SDK is not connected any more. */
  private leave(stream: Stream): void {
    const last = this.sighted.get(stream);
    if (!last || !stream.sdk) return;
    this.sighted.delete(stream);
    // Another instance may have seen the same SDK since: so not as of now, but a little later than was noted here, as clocks go.
    const [at, until] = [last.at + JITTER_MS, performance.now()];
    this.sightings.note({ ...placeOf(stream.view.asked), sdk: stream.sdk, mode: 'streaming', horizon: last.horizon, at, until });
  }
}
