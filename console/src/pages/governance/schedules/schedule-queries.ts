import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

/** A change of a feature at a chosen time. */
export type Schedule = Schemas['ScheduleResponse'];
export type Schedules = Schemas['SchedulesResponse'];
export type NewSchedule = Schemas['ScheduleDto'];

/** The first elements of the query keys that a change of a schedule makes outdated. */
export const SCHEDULE_ROOTS = ['schedules', 'events'] as const;
/** The most schedules that one answer of the service has. */
export const MAX_SCHEDULES = 100;

/** The schedules of a feature that can still act, by their next time. */
export const featureSchedulesQuery = (projectId: string, featureName: string) =>
  queryOptions({
    queryKey: ['schedules', 'feature', projectId, featureName] as const,
    queryFn: ({ signal }): Promise<Schedules> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/features/{featureName}/schedules', {
          params: {
            path: { projectId, featureName },
            query: { state: 'open', limit: MAX_SCHEDULES },
          },
          signal,
        }),
      ),
  });

/** The schedules of all projects that are suspended until somebody decides about them. */
export const suspendedQuery = queryOptions({
  queryKey: ['schedules', 'suspended'] as const,
  queryFn: ({ signal }): Promise<Schedules> =>
    bodyOf(
      api.GET('/api/admin/schedules', {
        params: { query: { state: 'suspended', limit: MAX_SCHEDULES } },
        signal,
      }),
    ),
});

/** The schedules of all projects that act between two times, with each time that they do. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['schedules', 'calendar', from, to] as const,
    queryFn: ({ signal }): Promise<Schedules> =>
      bodyOf(
        api.GET('/api/admin/schedules', {
          params: { query: { state: 'open', from, to, limit: MAX_SCHEDULES } },
          signal,
        }),
      ),
  });
