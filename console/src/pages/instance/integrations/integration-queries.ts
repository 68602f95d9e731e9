import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { ifMatch, type Versioned, versionedBodyOf } from '../../../api/versioned.js';

export type Addon = Schemas['AddonResponse'];
export type Provider = Schemas['AddonProviderResponse'];
export type Delivery = Schemas['DeliveryResponse'];
type AddonInput = Schemas['AddonDto'];

/** Deliveries of which the log shows pages; older ones are read when they are asked for. */
export const LOG_SIZE = 200;
const PATH = '/api/admin/addons/{id}';
const LOG_EVERY_MS = 5_000;

/** All integrations and the available providers. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations', 'list'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/addons', { signal })),
});

/** Some deliveries of an integration, newest first. */
export const deliveriesQuery = (id: number, offset: number) =>
  queryOptions({
    queryKey: ['integrations', 'deliveries', id, offset],
    queryFn: async ({ signal }): Promise<Delivery[]> => {
      const params = { path: { id }, query: { limit: LOG_SIZE, offset } };
      const answer = api.GET('/api/admin/addons/{id}/events', { params, signal });
      return (await bodyOf(answer)).integrationEvents;
    },
    refetchInterval: LOG_EVERY_MS,
  });

/** The newest delivery of an integration; null before the first one. */
export const newestDeliveryQuery = (id: number) =>
  queryOptions({
    queryKey: ['integrations', 'newest-delivery', id],
    queryFn: async ({ signal }): Promise<Delivery | null> => {
      const params = { path: { id }, query: { limit: 1 } };
      const answer = api.GET('/api/admin/addons/{id}/events', { params, signal });
      return (await bodyOf(answer)).integrationEvents[0] ?? null;
    },
  });

/** The newest version of an integration. */
export const readAddon = (id: number, signal?: AbortSignal): Promise<Versioned<Addon>> =>
  versionedBodyOf(api.GET(PATH, { params: { path: { id } }, signal }));

/** Replaces an integration, unless it has changed since this version. */
export const saveAddon = (opened: Versioned<Addon>, body: AddonInput): Promise<Addon> => {
  const params = { path: { id: opened.body.id }, header: ifMatch(opened) };
  return bodyOf(api.PUT(PATH, { params, body }));
};

/** Enables or disables an integration, which keeps its secrets. */
export async function setEnabled(id: number, enabled: boolean): Promise<Addon> {
  const opened = await readAddon(id);
  return saveAddon(opened, { ...inputOf(opened.body), enabled });
}

function inputOf(addon: Addon): AddonInput {
  const { provider, description, parameters, events, projects, environments } = addon;
  const { enabled } = addon;
  return {
    ...{ description, enabled, parameters, events, projects, environments },
    provider: provider as AddonInput['provider'],
  };
}

/** What to call an integration. */
export function nameOfAddon({ provider, description, id }: Addon): string {
  return description || `${provider} ${id}`;
}
