import { basePath } from '../../api/base-path.js';
import type { Schemas } from '../../api/client.js';

/** An event as streams contain it: without its data. */
export type StreamedEvent = Omit<Schemas['DescribedEventResponse'], 'data' | 'preData' | 'tags'>;

/** What a stream tells. */
export interface StreamListener {
  /** The stream has begun, or begun again: what happened before may have been missed. */
  ready(): void;
  /** Events have happened; `hasMore` says that there were more than these. */
  happened(events: readonly StreamedEvent[], hasMore: boolean): void;
  /** The connection is lost; the browser tries again by itself. */
  lost(): void;
  /** The service or a proxy has refused the stream. */
  failed(): void;
}

/** Follows the events of the instance. The browser reconnects by itself. @returns Ends it. */
export function followEvents({ ready, happened, lost, failed }: StreamListener): () => void {
  const source = new EventSource(`${basePath}/api/admin/search/events/stream`);
  source.addEventListener('ready', ready);
  source.addEventListener('events', ({ data }: MessageEvent<string>) => {
    const { events, hasMore } = JSON.parse(data) as { events: StreamedEvent[]; hasMore: boolean };
    happened(events, hasMore);
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) failed();
    else lost();
  });
  return () => source.close();
}
