import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';

export type Delivery = Schemas['FeatureDeliveryResponse'];

const PENDING_MS = 2_000;
const DELIVERED_MS = 10_000;
/** With more environments, each of them is asked less often. */
const FEW_ENVIRONMENTS = 5;

/** Where a change is delivered; `environments` is the number of those on the page. */
export interface DeliveryPlace {
  project: string;
  feature: string;
  environment: string;
  environments: number;
}

/** How far the latest change has reached SDKs; asked more often until all have it. */
export const deliveryQuery = ({ project, feature, environment, environments }: DeliveryPlace) =>
  queryOptions<Delivery>({
    queryKey: ['features', 'delivery', project, feature, environment],
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      (data && data.delivered === data.connected ? DELIVERED_MS : PENDING_MS) *
      Math.ceil(environments / FEW_ENVIRONMENTS),
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET(
          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/delivery',
          {
            params: { path: { projectId: project, featureName: feature, environment } },
            signal,
          },
        ),
      ),
  });
