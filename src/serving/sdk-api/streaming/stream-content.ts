import { EVENT_STREAM_HEADERS } from '../../../platform/http/event-stream.js';
import type { DeltaView } from '../delta/delta-view.js';

/** What is sent to a client to bring it to a state. */
export interface StreamedEvent {
  /** Tag of the resulting state. */
  readonly tag: string;
  /** Name of the event; undefined for a plain message. */
  readonly name: string | undefined;
  /** The data, if they are made already. */
  readonly ready: Buffer | undefined;
  body(): Promise<Buffer>;
}

/** What one stream sends of a view. */
export interface StreamContent {
  readonly headers: Record<string, string>;
  /**
   * What a client lacks that has the state with a tag, or no state; undefined when that is nothing.
   */
  since(view: DeltaView, tag: string | undefined): StreamedEvent | undefined;
  /** How long the next event has to wait, in milliseconds. */
  readonly pauseMs: number;
}

/** Sends all changes to SDKs that evaluate features themselves. */
export const CHANGES: StreamContent = {
  headers: EVENT_STREAM_HEADERS,
  pauseMs: 0,
  since(view, tag) {
    const answer = tag === undefined ? view.hydration : view.since([tag]);
    const name = answer.kind === 'changes' ? 'unleash-updated' : 'unleash-connected';
    return { tag: answer.tag, name, ready: answer.ready, body: () => answer.body() };
  },
};
