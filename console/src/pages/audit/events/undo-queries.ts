import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';

/** An event alone, or everything that was changed together with it. */
export type UndoScope = 'event' | 'change';

/** Whether an event can be undone, and what that would change. */
export const undoPreviewQuery = (id: number, scope: UndoScope) =>
  queryOptions({
    queryKey: ['events', 'undo', id, scope] as const,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/events/{id}/undo', {
          params: { path: { id }, query: { scope } },
          signal,
        }),
      ),
  });

/** Makes the inverse changes. */
export const undoEvent = (id: number, scope: UndoScope) =>
  bodyOf(api.POST('/api/admin/events/{id}/undo', { params: { path: { id }, query: { scope } } }));
