import { type Api, at, type HttpCall } from './api.js';
import type { TestService } from './service.js';

/** A schema that allows buttons of two colours. */
export const BUTTON = {
  type: 'object',
  properties: {
    color: { enum: ['red', 'green'] },
    size: { type: 'integer', minimum: 1 },
  },
  required: ['color'],
  additionalProperties: false,
};

/** A variant with a JSON payload. */
export const variantOf = (value: unknown, name = 'one') => ({
  ...{ name, weight: 1000, weightType: 'variable', stickiness: 'default' },
  payload: { type: 'json', value: JSON.stringify(value) },
});

export const GOOD = variantOf({ color: 'red' });
export const BAD = variantOf({ color: 'blue' });

/** A strategy with variants. */
export const strategyWith = (...variants: object[]) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'x' },
  variants,
});

export const schemaPath = (feature: string): string => `${at(feature)}/payload-schema`;

/** Sets the schema of the payloads of a feature. */
export const setSchema = (
  service: TestService,
  feature: string,
  schema: object = BUTTON,
  more: object = {},
  api: Api = service.api,
): HttpCall => api.put(schemaPath(feature), { schema, ...more });

/** A feature of the default project whose payloads have a schema. */
export async function withSchema(
  service: TestService,
  properties: Record<string, unknown> = {},
  schema: object = BUTTON,
): Promise<string> {
  const feature = await service.given.feature(properties);
  await setSchema(service, feature, schema).expect(200);
  return feature;
}
