import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type PayloadSchema = Schemas['PayloadSchemaResponse'];
export type PayloadViolation = Schemas['PayloadViolationResponse'];

/** A feature by its name and project. */
export interface FeaturePlace {
  project: string;
  feature: string;
}

const pathOf = ({ project, feature }: FeaturePlace) => ({
  params: { path: { projectId: project, featureName: feature } },
});

/** What the payloads of a feature have to be. */
export const payloadSchemaQuery = (place: FeaturePlace) =>
  queryOptions({
    queryKey: ['features', 'payload-schema', place.project, place.feature] as const,
    queryFn: ({ signal }): Promise<PayloadSchema> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/features/{featureName}/payload-schema', {
          ...pathOf(place),
          signal,
        }),
      ),
  });

/** What is wrong with a schema, or with payloads. */
export const payloadCheckQuery = (place: FeaturePlace, body: Schemas['PayloadCheckDto']) =>
  queryOptions({
    queryKey: ['features', 'payload-check', place.project, place.feature, body] as const,
    queryFn: ({ signal }): Promise<Schemas['PayloadCheckResponse']> =>
      bodyOf(
        api.POST('/api/admin/projects/{projectId}/features/{featureName}/payload-schema/check', {
          ...pathOf(place),
          body,
          signal,
        }),
      ),
  });

export function saveSchema(
  place: FeaturePlace,
  schema: Record<string, unknown> | undefined,
  enforcement: PayloadSchema['enforcement'],
): Promise<unknown> {
  const path = '/api/admin/projects/{projectId}/features/{featureName}/payload-schema';
  return schema
    ? bodyOf(api.PUT(path, { ...pathOf(place), body: { schema, enforcement } }))
    : bodyOf(api.DELETE(path, pathOf(place)));
}
