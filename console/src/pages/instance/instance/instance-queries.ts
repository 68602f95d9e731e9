import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { type Versioned, versionedBodyOf } from '../../../api/versioned.js';

export type Maintenance = Schemas['MaintenanceResponse'];

/** Version, limits and functions of the service. */
export const uiConfigQuery = queryOptions({
  queryKey: ['ui-config', 'instance'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/ui-config', { signal })),
});

/** The newest state of maintenance mode. */
export const readMaintenance = (signal?: AbortSignal): Promise<Versioned<Maintenance>> =>
  versionedBodyOf(api.GET('/api/admin/maintenance', { signal }));

/** Whether maintenance mode is on. */
export const maintenanceQuery = queryOptions({
  queryKey: ['settings', 'maintenance'],
  queryFn: ({ signal }) => readMaintenance(signal),
});

/** What the last drill of the kill switch has shown. */
export const drillQuery = queryOptions({
  queryKey: ['drill'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/instance-admin/drill', { signal })),
  refetchInterval: 30_000,
});
