import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, bodyOf } from '../../api/client.js';
import { ApiFailure } from '../../api/failures.js';
import { type ConnectionNotice, connectionNotice } from './connection-notice.js';
import { followEvents, type StreamedEvent } from './event-stream.js';
import { queryRootsOf } from './events-to-queries.js';

const POLL_MS = 4_000;
/** Events of one request for the newest ones. */
const MAX_EVENTS = 50;

/**
 * Follows the changes of other people while the tab is visible, and reads again what the page shows
 * of them. Asks every few seconds where streams are refused. Tells when the service cannot be
 * reached, since what the page shows may be out of date then.
 */
export function LiveChanges(): null {
  const queries = useQueryClient();
  const isVisible = useVisible();
  const [polls, setPolls] = useState(false);
  const [notice] = useState(connectionNotice);
  useEffect(() => {
    // A hidden tab has no stream, since browsers open few connections to one host.
    if (!isVisible || polls) return;
    return followEvents({
      ready: () => {
        notice.back();
        refreshAll(queries);
      },
      happened: (events, hasMore) => (hasMore ? refreshAll(queries) : refresh(queries, events)),
      lost: notice.lost,
      failed: () => setPolls(true),
    });
  }, [queries, notice, isVisible, polls]);
  useEffect(() => notice.end, [notice, isVisible]);
  usePolling(polls, notice);
  return null;
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const onChange = (): void => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return isVisible;
}

function usePolling(enabled: boolean, notice: ConnectionNotice): void {
  const queries = useQueryClient();
  const last = useRef<number>(undefined);
  const { data, error } = useQuery({
    queryKey: ['live'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/search/events', { params: { query: { limit: MAX_EVENTS } }, signal }),
      ),
    enabled,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
    notifyOnChangeProps: ['data', 'error'],
  });
  useEffect(() => {
    const isAnswer = error instanceof ApiFailure && error.status < 500;
    if (error && !isAnswer) notice.lost();
    else if (data) notice.back();
  }, [data, error, notice]);
  useEffect(() => {
    if (!data) return;
    const known = last.current;
    last.current = data.events.reduce((id, event) => Math.max(id, event.id), 0);
    const news = data.events.filter(({ id }) => id > (known ?? 0));
    if (known !== undefined && news.length < MAX_EVENTS) refresh(queries, news);
    else refreshAll(queries);
  }, [data, queries]);
}

function refreshAll(queries: QueryClient): void {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'live' });
}

/** Reads again what these events have changed, as far as a page shows it. */
export function refresh(queries: QueryClient, events: readonly StreamedEvent[]): void {
  const roots = new Set(events.flatMap((event) => queryRootsOf(event.type)));
  for (const root of roots) void queries.invalidateQueries({ queryKey: [root] });
}
