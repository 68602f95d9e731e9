import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { latestEvent, undo } from '../../../support/undoing.js';
import { until } from '../../../support/waiting.js';
import { EXPORT, IMPORT } from '../../exchange/transfer/files.js';

/**
 * Variants of a feature may lack their stickiness, which SDKs read as `default`. Nothing fills it
 * in, and whatever copies variants or brings them back keeps them as they are.
 */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const one = (name: string, more: object = {}) => ({
  ...{ name, weight: 500, weightType: 'variable', ...more },
});
const CASES = [
  [[one('a'), one('b')]],
  [[one('a', { stickiness: 'default' }), one('b')]],
  [[one('a', { stickiness: 'userId' }), one('b', { stickiness: 'random' })]],
] as const;
type Variants = (typeof CASES)[number][0];

const pathOf = (feature: string): string => `${at(feature, 'development')}/variants`;

/** A feature that is on in development, with these variants in all environments. */
async function featureWith(variants: Variants): Promise<string> {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  await service.api.put(`${at(feature)}/variants`, variants).expect(200);
  return feature;
}

const variantsOf = async (feature: string): Promise<unknown> =>
  (await service.api.get(pathOf(feature)).expect(200)).body.variants;

/** The name of the variant that browsers get. */
async function evaluated(feature: string, userId: string): Promise<string | undefined> {
  const api = service.api.as({ token: FRONTEND_TOKEN });
  const { body } = await api.get(`/api/frontend?userId=${userId}`).expect(200);
  const toggles = body.toggles as { name: string; variant: { name: string } }[];
  return toggles.find(({ name }) => name === feature)?.variant.name;
}

describe.each(CASES)('the variants %j', (variants) => {
  test('are stored and served as they are', async () => {
    const feature = await featureWith(variants);
    expect(await variantsOf(feature)).toEqual(variants);
    const client = service.api.as({ token: CLIENT_TOKEN });
    const { body } = await client.get(`/api/client/features/${feature}`).expect(200);
    expect(body.variants).toMatchObject(variants);
    expect(withStickiness(body.variants)).toEqual(withStickiness(variants));
  });

  test('are the same in an export, its import, and a clone', async () => {
    const feature = await featureWith(variants);
    const criteria = { features: [feature], environment: 'development' };
    const { body: data } = await service.api.post(EXPORT, criteria).expect(200);
    const copy = unique();
    const file = { project: 'default', environment: 'development', data };
    const renamed = JSON.parse(JSON.stringify(file).replaceAll(feature, copy)) as object;
    await service.api.post(IMPORT, renamed).expect(200);
    const clone = unique();
    await service.api.post(`${at(feature)}/clone`, { name: clone }).expect(201);

    expect([await variantsOf(copy), await variantsOf(clone)]).toEqual([variants, variants]);
  });

  test('come back when their removal is undone, also twice', async () => {
    const feature = await featureWith(variants);
    await service.api.put(pathOf(feature), []).expect(200);
    for (let n = 0; n < 3; n++) {
      const id = await latestEvent(service, 'feature-environment-variants-updated');
      await undo(service, id).expect(200);
      expect(await variantsOf(feature)).toEqual(n % 2 === 0 ? variants : []);
    }
  });
});

test('no stickiness gives everybody the variant that the default one gives', async () => {
  const feature = await featureWith([one('a'), one('b')] as never);
  const users = Array.from({ length: 20 }, (_, n) => String(n));
  const without: unknown[] = [];
  for (const user of users) without.push(await evaluated(feature, user));
  const patch = [0, 1].map((n) => ({ op: 'add', path: `/${n}/stickiness`, value: 'default' }));
  await service.api.patch(pathOf(feature), patch).expect(200);
  await until(async () => (await evaluated(feature, '1')) !== undefined);

  for (const [n, user] of users.entries()) expect(await evaluated(feature, user)).toBe(without[n]);
  expect(new Set(without)).toEqual(new Set(['a', 'b']));
});

const withStickiness = (variants: unknown): unknown[] =>
  (variants as { stickiness?: string }[]).map((variant) => variant.stickiness);
