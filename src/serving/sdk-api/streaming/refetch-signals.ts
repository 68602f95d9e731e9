import { EVENT_STREAM_HEADERS } from '../../../platform/http/event-stream.js';
import type { DeltaView } from '../delta/delta-view.js';
import type { StreamContent, StreamedEvent } from './stream-content.js';

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
export const REFETCH_HEADERS = {
  ...EVENT_STREAM_HEADERS,
  'Cache-Control': 'no-store, no-transform',
};

/**
 * The signal of the present state. The data have the hash of the environment, which the page
 * repeats in its request: an instance that has another state then looks for changes first.
 */
export function signalOf(view: DeltaView): StreamedEvent {
  const { tag } = view;
  const made = signals.get(view);
  if (made?.tag === tag) return made;
  const data = Buffer.from(JSON.stringify({ type: 'refetchEvaluation', etag: view.state.hash }));
  const signal = { tag, name: undefined, ready: data, body: () => Promise.resolve(data) };
  signals.set(view, signal);
  return signal;
}
