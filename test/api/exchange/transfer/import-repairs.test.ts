import fc from 'fast-check';
import { selectVariantDefinition } from 'unleash-client/lib/variant.js';
import { repairedVariants } from '../../../../src/flags/feature/repairs.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { arrives, file, IMPORT, VALIDATE } from './files.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Variant {
  name: string;
  weight: number;
}
const variant = (name: string, weight: number, more: object = {}) => ({
  name,
  weight,
  weightType: 'fix',
  stickiness: 'default',
  ...more,
});
const date = (value: string, more: object = {}) => ({
  contextName: 'currentTime',
  operator: 'DATE_AFTER',
  value,
  ...more,
});

/** A file with one feature, which has these constraints and variants. */
const fileOf = (
  name: string,
  { constraints = [], variants = [] }: { constraints?: object[]; variants?: object[] },
) =>
  arrives(
    file({
      features: [{ name }],
      featureStrategies: [{ featureName: name, name: 'default', constraints, variants }],
      featureEnvironments: [{ name, featureName: name, enabled: false, variants }],
    }),
  );

async function imported(name: string, data: object) {
  const check = (await service.api.post(VALIDATE, data).expect(200)).body;
  await service.api.post(IMPORT, data).expect(200);
  const [strategy] = (await service.api.get(`${at(name, 'development')}/strategies`).expect(200))
    .body;
  const { variants } = (await service.api.get(`${at(name, 'development')}/variants`).expect(200))
    .body;
  return { check, strategy, variants };
}

test('fractional weights become whole ones, with which everybody keeps the variant', async () => {
  const name = unique();
  const variants = [
    variant('a', 125.5),
    variant('b', 374.25),
    variant('c', 500.25, { weightType: 'variable' }),
  ];

  const { check, strategy, variants: stored } = await imported(name, fileOf(name, { variants }));

  expect(check.errors).toEqual([]);
  expect(check.warnings).toContainEqual({
    message: expect.stringContaining('Fractional weights'),
    affectedItems: [name],
  });
  for (const list of [strategy.variants as Variant[], stored as Variant[]])
    expect(list.map(({ weight }) => weight)).toEqual([125, 374, 501]);
});

test('no one gets another variant by a repair', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 6 })
    .map((quarters) => quarters.map((one) => one / 4));
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 3 }), (given, extra) => {
      const total = given.reduce((sum, one) => sum + one, 0);
      const all = [...given, Math.ceil(total) - total + extra];
      const before = all.map((weight, n) => variant(`v${n}`, weight));
      const after = repairedVariants(before, () => {}) as typeof before;
      expect(after.every(({ weight }) => Number.isInteger(weight))).toBe(true);
      for (let user = 0; user < 50; user++) {
        const [was, is] = [before, after].map(
          (list) => selectVariantDefinition('group', 'userId', list, { userId: `${user}` })?.name,
        );
        expect(is).toBe(was);
      }
    }),
    { numRuns: 100 },
  );
});

test('fractional weights whose sum is a fraction are refused, since they would change', async () => {
  const variants = [1, 2, 3].map((n) => variant(`v${n}`, 33.33));
  const { body } = await service.api.post(IMPORT, fileOf(unique(), { variants })).expect(400);
  expect(body.details[0].path).toBe('/body/data/featureStrategies/0/variants/0/weight');
});

test('empty payloads stay as they are served', async () => {
  const name = unique();
  const variants = [
    variant('a', 250, { payload: { type: 'string', value: '' } }),
    variant('b', 250, { payload: { type: 'json', value: '' } }),
    variant('c', 250, { payload: {} }),
    variant('d', 250, { payload: null, weightType: 'variable' }),
  ];

  const { check, strategy, variants: stored } = await imported(name, fileOf(name, { variants }));

  expect(check.errors).toEqual([]);
  expect(check.warnings.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('Payloads without a type and a value'),
  ]);
  for (const list of [strategy.variants, stored])
    expect(list.map(({ payload }: { payload?: object }) => payload)).toEqual([
      { type: 'string', value: '' },
      { type: 'json', value: '' },
      undefined,
      undefined,
    ]);
  const refused = [variant('a', 1000, { payload: { type: 'string', value: '' } })];
  await service.api.put(`${at(name)}/variants`, refused).expect(400);
});

test('constraints lose lists that are not read, and dates their blank', async () => {
  const name = unique();
  const constraints = [
    date('2026-01-01 10:00:00+02:00', { values: ['left', 'over'] }),
    date('2026-01-01T10:00:00Z', { values: ['2025-01-01'] }),
    { contextName: 'userId', operator: 'NUM_GT', value: '5', values: ['6'] },
    { contextName: 'userId', operator: 'IN', value: 'x', values: ['6'] },
  ];

  const { check, strategy } = await imported(name, fileOf(name, { constraints }));

  expect(check.errors).toEqual([]);
  expect(check.warnings).toEqual([
    { message: expect.stringContaining('Lists of values'), affectedItems: [name] },
    { message: expect.stringContaining('Dates'), affectedItems: [name] },
  ]);
  expect(strategy.constraints).toEqual([
    date('2026-01-01T10:00:00+02:00', { values: [] }),
    date('2026-01-01T10:00:00Z', { values: [] }),
    { ...constraints[2], values: [] },
    constraints[3],
  ]);
});

test.each([
  date('2026-02-30 10:00:00Z'),
  date('2026-01-01 at ten'),
  { contextName: 'userId', operator: 'IN', values: [], value: '6' },
])('%j is refused, since it cannot be written without changing it', async (constraint) => {
  const { body } = await service.api
    .post(VALIDATE, fileOf(unique(), { constraints: [constraint] }))
    .expect(200);
  expect(body.errors).toHaveLength(1);
});

test.each([null, {}, { data: null }, { data: { featureStrategies: [null, 7] } }, [[]]])(
  '%j is refused as before',
  async (body) => {
    await service.api.post(IMPORT, body as object).expect(400);
  },
);
