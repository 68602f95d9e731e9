import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, bodyOf, type Schemas } from '../api/client.js';
import { queryRootsOf } from './events-to-queries.js';

type Event = Schemas['ToldEventResponse'];

const EVERY_MS = 4_000;
/** The first look waits until the page is there. */
const FIRST_MS = 3_000;
/** More than these since the last look: everything is read again. */
const MOST = 50;

/**
 * Reads what has changed every few seconds while the tab is visible, and reads again what the page
 * shows of it. The API offers no stream of events.
 */
export function useLiveChanges(): void {
  const queries = useQueryClient();
  const last = useRef<number>(undefined);
  const [enabled, setEnabled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: ['live'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/admin/search/events', { params: { query: { limit: MOST } }, signal })),
    enabled,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
    notifyOnChangeProps: ['data'],
  });
  useEffect(() => {
    if (!data) return;
    const newest = data.events.reduce((id, event) => Math.max(id, event.id), 0);
    const known = last.current;
    last.current = newest;
    if (known !== undefined)
      refresh(
        queries,
        data.events.filter(({ id }) => id > known),
      );
  }, [data, queries]);
}

/** Reads again what these events have changed, as far as a page shows it. */
export function refresh(queries: QueryClient, events: readonly Event[]): void {
  if (events.length >= MOST) {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'live' });
    return;
  }
  const roots = new Set(events.flatMap((event) => queryRootsOf(event.type)));
  for (const root of roots) void queries.invalidateQueries({ queryKey: [root] });
}
