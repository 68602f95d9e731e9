import type { EventToSend } from './webhook-request.js';

/** Length of each list in the sample. */
const LENGTH = 10;

const list = <T>(item: T, length = LENGTH): T[] => Array<T>(length).fill(item);

const VARIANT = {
  name: 'blue',
  weight: 50,
  weightType: 'variable',
  stickiness: 'default',
  payload: { type: 'string', value: 'x' },
  overrides: [],
};
const CONSTRAINT = {
  contextName: 'userId',
  operator: 'IN',
  values: list('user'),
  inverted: false,
  caseInsensitive: false,
};
const STRATEGY = {
  id: 'b1a1bb48-2a0b-4b0e-9f1d-5d0b5a3f8f00',
  name: 'flexibleRollout',
  title: 'Half of the users',
  disabled: false,
  parameters: { rollout: '50', stickiness: 'default', groupId: 'shop-basket' },
  constraints: list(CONSTRAINT),
  segments: list(1, 5),
  variants: list(VARIANT),
};
const DATA = {
  name: 'shop-basket',
  description: 'The basket of the shop.',
  type: 'release',
  project: 'default',
  enabled: true,
  tags: list({ type: 'simple', value: 'shop' }),
  variants: list(VARIANT),
  strategies: list(STRATEGY),
  constraints: list(CONSTRAINT),
  environments: list({ name: 'production', enabled: true, strategies: list(STRATEGY, 2) }),
};

const EVENT = {
  id: 1,
  type: 'feature-updated',
  createdBy: 'ada@example.com',
  createdByUserId: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  project: 'default',
  environment: 'production',
  featureName: 'shop-basket',
  data: DATA,
  preData: DATA,
  tags: list({ type: 'simple', value: 'shop' }),
};

/** An event of a large feature, for validating templates before they are saved. */
export const SAMPLE_EVENT: Pick<EventToSend, 'json' | 'markdown'> = {
  json: JSON.stringify(EVENT),
  markdown: 'ada@example.com updated the feature shop-basket in the project default.',
};
