import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { EVENT_STREAM_HEADERS } from '../../../platform/http/event-stream.js';
import type { DeltaView } from '../delta/delta-view.js';
import { DeltaViews } from '../delta/delta-views.js';
import { isNamed, placeOf, SdkConnections } from '../delivery/sdk-connections.js';
import { PAGE_VERSION } from '../delivery/delivery.sql.js';
import type { Sdk } from '../delivery/sdk.js';
import { type ClientQuery, clientQueryOf, KNOWS_SEGMENTS } from '../query/client-query.js';
import { ServedFeatures } from '../snapshot/served-features.js';
import { setAgeHeader } from '../snapshot/snapshot-age.interceptor.js';
import type { StreamContent, StreamedEvent } from './stream.js';
import { SEEN_FOR_MS, Streams, TooManyStreamsError } from './streams.js';

/** Pause after a signal, which doubles with each further one up to the maximum. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/** After this time without a signal, the pause is the first one again. */
const QUIET_MS = 1_500;

/** Signals name a state and their page: the state by a tag in the id, and by a hash in the etag. */
const NAMED = /^(.+)\.([0-9a-f]{16})$/;
const PAGE_BYTES = 8;

/** What a page repeats of a signal. */
interface Told {
  state: string | undefined;
  page: string | undefined;
}

/** Reads what a page repeats. */
export function toldBy(text: string | undefined): Told {
  const [, state = text, page] = NAMED.exec(text ?? '') ?? [];
  return { state, page };
}

/**
 * Tells a page that evaluates nothing itself to ask again, without saying what has changed. The
 * first change is signalled at once. Those that follow are combined, so that a series of changes
 * leads to about one request per second.
 */
export class RefetchSignals implements StreamContent {
  readonly headers = REFETCH_HEADERS;
  /** A page fetches what it was told of, so nobody waits for it. */
  readonly mode = 'polling';
  /** Tag of the state in which the page has evaluated last, as far as this instance knows. */
  evaluated: string | undefined;
  private sentAt = -Infinity;
  private pause = FIRST_PAUSE_MS;

  constructor(readonly page: string) {}

  get pauseMs(): number {
    return Math.max(0, this.sentAt + this.pause - performance.now());
  }

  has(tag: string | undefined): boolean {
    return tag === this.evaluated;
  }

  since(view: DeltaView, tag: string | undefined): StreamedEvent | undefined {
    if (tag === view.tag) return undefined;
    const now = performance.now();
    const isQuiet = now - this.sentAt > QUIET_MS;
    this.pause = isQuiet ? FIRST_PAUSE_MS : Math.min(2 * this.pause, MAX_PAUSE_MS);
    this.sentAt = now;
    return signalOf(view, this.page);
  }
}

/** Addresses of these streams contain a ticket. */
const REFETCH_HEADERS = {
  ...EVENT_STREAM_HEADERS,
  'Cache-Control': 'no-store, no-transform',
};

/**
 * The signal of the present state. The data have the hash of the environment and the id of the
 * page, which repeats both in its request: an instance that has another state then looks for
 * changes first, and deliveries know that this page has evaluated it.
 */
function signalOf({ tag, state }: DeltaView, page: string): StreamedEvent {
  const etag = `${state.hash}.${page}`;
  const data = Buffer.from(JSON.stringify({ type: 'refetchEvaluation', etag }));
  const id = page === NO_PAGE ? tag : `${tag}.${page}`;
  return { tag, id, name: undefined, ready: data, body: () => Promise.resolve(data) };
}

/** Id of a page without a stream, which is not counted. */
const NO_PAGE = '0'.repeat(2 * PAGE_BYTES);
/** After which time a page without a stream asks again: at least this, and up to twice as long. */
const AGAIN_MS = 12_500;

/** The state that a page has. */
interface PageState {
  /** Hash of the environment when the page evaluated its flags. */
  readonly since: string | undefined;
  /** Id of the last event that it has received. */
  readonly lastEventId: string | undefined;
}

/** A page that evaluates its flags because it was told to. */
interface Evaluating {
  readonly page: string;
  /** Hash of the environment. */
  readonly hash: string;
  readonly horizon: string;
  readonly query: ClientQuery;
  readonly owner: string;
}

/** How deliveries call pages. */
const PAGES = { appName: 'ofrep', connectionId: '', pollSeconds: undefined };

/** Streams signals to pages, which then evaluate their flags again. */
@Injectable()
export class RefetchStreams {
  /** What is sent to the pages with open streams, by their ids. */
  private readonly pages = new Map<string, { content: RefetchSignals; view: DeltaView }>();
  private readonly max: number;

  constructor(
    private readonly views: DeltaViews,
    private readonly streams: Streams,
    private readonly served: ServedFeatures,
    private readonly connections: SdkConnections,
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
    const { state: last, page = randomBytes(PAGE_BYTES).toString('hex') } = toldBy(lastEventId);
    const known = last ?? (since === view.state.hash ? view.tag : undefined);
    if (this.pages.size >= this.max) return sendOnce(view, known, response);
    try {
      const content = new RefetchSignals(page);
      // Its last request was for this state, else it is told of another one now.
      if (known === view.tag && since === view.state.hash) content.evaluated = known;
      this.streams.open(view, { owner, sdk: sdkOf(page), known, content }, response);
      this.pages.set(page, { content, view });
      response.once('close', () => this.closed(page, content, caller));
    } catch (error) {
      if (!(error instanceof TooManyStreamsError)) throw error;
      return sendOnce(view, known, response);
    }
  }

  /** The page is gone, unless it has come again already. */
  private closed(page: string, content: RefetchSignals, { environment }: Caller): void {
    if (this.pages.get(page)?.content !== content) return;
    this.pages.delete(page);
    this.connections.left({ environment: environment ?? '', sdk: sdkOf(page) });
  }

  /**
   * What a page is about to evaluate because of a signal; undefined when it is for another reason.
   * Read before the evaluation, so that a change meanwhile does not count.
   */
  async evaluating(etag: string | undefined, caller: Caller): Promise<Evaluating | undefined> {
    const { state: hash, page } = toldBy(etag);
    const { environment } = caller;
    if (page === undefined || page === NO_PAGE || environment === undefined) return undefined;
    // Looks for changes first if this instance has another state.
    await this.served.hashOf(environment, hash);
    const state = await this.served.environment(environment);
    const query = clientQueryOf({}, caller, KNOWS_SEGMENTS);
    const { horizon, hash: now } = state;
    return isNamed(query, state)
      ? { page, hash: now, horizon, query, owner: caller.key }
      : undefined;
  }

  /** A page has got its flags. Its stream may be one of another instance. */
  evaluated({ page, hash, horizon, query, owner }: Evaluating): void {
    const at = performance.now();
    const times = { at, until: at + SEEN_FOR_MS };
    const connection = { ...placeOf(query), ...times, sdk: sdkOf(page), horizon };
    this.connections.note({ ...connection, mode: 'polling' }, owner);
    const own = this.pages.get(page);
    if (own?.view.state.hash === hash) own.content.evaluated = own.view.tag;
  }
}

const sdkOf = (page: string): Sdk => ({ ...PAGES, instanceId: page, sdkVersion: PAGE_VERSION });

function sendOnce(view: DeltaView, known: string | undefined, response: Response): void {
  const { tag, ready } = signalOf(view, NO_PAGE);
  const retryMs = Math.round(AGAIN_MS * (1 + Math.random()));
  const signal = known === tag ? '' : `id: ${tag}\ndata: ${ready!.toString()}\n\n`;
  response.writeHead(200, REFETCH_HEADERS).end(`retry: ${retryMs}\n\n${signal}`);
}
