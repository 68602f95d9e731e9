import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { EVENT_STREAM_HEADERS } from '../../../platform/http/event-stream.js';
import type { DeltaView } from '../delta/delta-view.js';
import { DeltaViews } from '../delta/delta-views.js';
import { clientQueryOf, KNOWS_SEGMENTS } from '../query/client-query.js';
import { ServedFeatures } from '../snapshot/served-features.js';
import { setAgeHeader } from '../snapshot/snapshot-age.interceptor.js';
import type { StreamContent, StreamedEvent } from './stream.js';
import { Streams, TooManyStreamsError } from './streams.js';

/** Pause after a signal, which doubles with each further one up to the maximum. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/** After this time without a signal, the pause is the first one again. */
const QUIET_MS = 1_500;

/** The signal of the present state of a view, which all its streams send. */
const signals = new WeakMap<DeltaView, StreamedEvent>();

/**
 * Tells a page that evaluates nothing itself to ask again, without saying what has changed. The
 * first change is signalled at once. Those that follow are combined, so that a series of changes
 * leads to about one request per second.
 */
export class RefetchSignals implements StreamContent {
  readonly headers = REFETCH_HEADERS;
  private sentAt = -Infinity;
  private pause = FIRST_PAUSE_MS;

  get pauseMs(): number {
    return Math.max(0, this.sentAt + this.pause - performance.now());
  }

  since(view: DeltaView, tag: string | undefined): StreamedEvent | undefined {
    if (tag === view.tag) return undefined;
    const now = performance.now();
    const isQuiet = now - this.sentAt > QUIET_MS;
    this.pause = isQuiet ? FIRST_PAUSE_MS : Math.min(2 * this.pause, MAX_PAUSE_MS);
    this.sentAt = now;
    return signalOf(view);
  }
}

/** Addresses of these streams contain a ticket. */
const REFETCH_HEADERS = {
  ...EVENT_STREAM_HEADERS,
  'Cache-Control': 'no-store, no-transform',
};

/**
 * The signal of the present state. The data have the hash of the environment, which the page
 * repeats in its request: an instance that has another state then looks for changes first.
 */
function signalOf(view: DeltaView): StreamedEvent {
  const { tag } = view;
  const made = signals.get(view);
  if (made?.tag === tag) return made;
  const data = Buffer.from(JSON.stringify({ type: 'refetchEvaluation', etag: view.state.hash }));
  const signal = { tag, name: undefined, ready: data, body: () => Promise.resolve(data) };
  signals.set(view, signal);
  return signal;
}

/** After which time a page without a stream asks again: at least this, and up to twice as long. */
const AGAIN_MS = 12_500;

/** The state that a page has. */
export interface PageState {
  /** Hash of the environment when the page evaluated its flags. */
  readonly since: string | undefined;
  /** Id of the last event that it has received. */
  readonly lastEventId: string | undefined;
}

/** Streams signals to pages, which then evaluate their flags again. */
@Injectable()
export class RefetchStreams {
  /** Number of open streams. */
  private count = 0;
  private readonly max: number;

  constructor(
    private readonly views: DeltaViews,
    private readonly streams: Streams,
    private readonly served: ServedFeatures,
    @Inject(CONFIG) { clientFeatures }: Config,
  ) {
    // Pages are many: the rest is for SDKs of servers.
    this.max = Math.floor(clientFeatures.maxStreams / 2);
  }

  /**
   * Opens a stream for what a token gives access to, with a signal at once if the page lacks
   * something. Without room for it, the page gets the signal only and asks again soon: the usual
   * refusal would make it evaluate its flags every second.
   */
  async open({ since, lastEventId }: PageState, caller: Caller, response: Response): Promise<void> {
    const owner = caller.key;
    const view = await this.views.of(clientQueryOf({}, caller, KNOWS_SEGMENTS), owner);
    setAgeHeader(this.served.staleSeconds, response);
    if (response.req.method === 'HEAD') return void response.writeHead(200, REFETCH_HEADERS).end();
    const known = lastEventId ?? (since === view.state.hash ? view.tag : undefined);
    if (this.count >= this.max) return sendOnce(view, known, response);
    try {
      const content = new RefetchSignals();
      this.streams.open(view, { owner, sdk: undefined, known, content }, response);
    } catch (error) {
      if (!(error instanceof TooManyStreamsError)) throw error;
      return sendOnce(view, known, response);
    }
    this.count++;
    response.once('close', () => this.count--);
  }
}

function sendOnce(view: DeltaView, known: string | undefined, response: Response): void {
  const { tag, ready } = signalOf(view);
  const retryMs = Math.round(AGAIN_MS * (1 + Math.random()));
  const signal = known === tag ? '' : `id: ${tag}\ndata: ${ready!.toString()}\n\n`;
  response.writeHead(200, REFETCH_HEADERS).end(`retry: ${retryMs}\n\n${signal}`);
}
