import { slicedShapeOf } from '../../../src/http/validation/property-checks.js';
import { shapedBody } from '../../../src/http/validation/shape.js';
import { validated } from '../../../src/http/validation/validation.pipe.js';
import { ImportDto } from '../../../src/transfer/import.dto.js';

/** Documents that are changed at random; the same ones in each run. */
const DOCUMENTS = 400;
const SEED = 20_261_122;

const IMPORT = slicedShapeOf(ImportDto);

const variant = {
  name: 'blue',
  weight: 500,
  weightType: 'fix',
  stickiness: 'default',
  payload: { type: 'json', value: '{"a":1}' },
  overrides: [{ contextName: 'userId', values: ['1', 2] }],
};
const file = {
  project: 'default',
  environment: 'production',
  data: {
    features: [
      {
        name: 'a',
        type: 'release',
        description: 'x',
        stale: 'true',
        impressionData: false,
        archived: false,
        createdAt: '2026-01-31T12:00:00Z',
      },
    ],
    featureStrategies: [
      {
        featureName: 'a',
        name: 'flexibleRollout',
        title: null,
        disabled: false,
        sortOrder: '5',
        constraints: [
          { contextName: 'userId', operator: 'IN', values: ['1'], inverted: true, value: 'x' },
        ],
        variants: [variant],
        parameters: { rollout: 50, stickiness: 'default' },
        segments: [1, '2'],
      },
    ],
    featureEnvironments: [{ name: 'a', featureName: 'a', enabled: true, variants: [variant] }],
    contextFields: [
      { name: 'country', description: 'x', legalValues: [{ value: 'a' }, { value: 'b' }] },
    ],
    featureTags: [{ featureName: 'a', tagType: 'simple', tagValue: 'x1' }],
    segments: [{ id: 1, name: 'beta' }],
    tagTypes: [{ name: 'simple', description: 'x', icon: null }],
    dependencies: [{ feature: 'a', dependencies: [{ feature: 'b', enabled: true }] }],
  },
};

/** Values in place of others; null is missing, which large bodies may have for what is left out. */
const VALUES = [
  undefined,
  '',
  'x',
  'a b/c',
  'IN',
  'json',
  '{',
  '7',
  '2026-13-01',
  '2026-02-30T00:00:00Z',
  'x'.repeat(101),
  '😀'.repeat(51),
  '😀'.repeat(126),
  -1,
  0,
  1.5,
  1_001,
  2 ** 31,
  2 ** 60,
  true,
  'false',
  [],
  ['x'],
  ['x', 'x'],
  [{}],
  [null],
  {},
  { a: 'x' },
  { a: { b: 1 } },
];

/** Numbers from 0 to 1 that look random (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A copy of a value in which one value, somewhere within, is another one. */
function changed(value: unknown, next: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  if (value === null || typeof value !== 'object' || next() < 0.12) return pick(VALUES);
  if (Array.isArray(value)) {
    if (value.length === 0 || next() < 0.1) return [...value, ...value];
    const at = Math.floor(next() * value.length);
    return value.map((item, index) => (index === at ? changed(item, next) : item));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return pick(VALUES);
  const [key, part] = pick(entries);
  return { ...value, [key]: changed(part, next) };
}

/** What a check makes of a document: its JSON, or that it is refused. */
async function outcome(check: Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await check, (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch (error) {
    if ((error as Error).name !== 'BadDataError') throw error;
    return 'refused';
  }
}

test('the fast check of imports accepts what the classes accept, and makes the same of it', async () => {
  const next = random(SEED);
  const differing: unknown[] = [];
  let refused = 0;
  for (let n = 0; n < DOCUMENTS; n++) {
    const one = changed(file, next);
    const document = next() < 0.3 ? changed(one, next) : one;
    const fast = await outcome(shapedBody(IMPORT, document, '/body'));
    const slow = await outcome(validated(ImportDto, document, '/body'));
    if (fast === 'refused') refused++;
    if (fast !== slow) differing.push({ fast, slow, document: JSON.stringify(document) });
  }

  expect(differing.slice(0, 3)).toEqual([]);
  expect(refused).toBeGreaterThan(DOCUMENTS / 4);
  expect(refused).toBeLessThan((DOCUMENTS * 3) / 4);
});
