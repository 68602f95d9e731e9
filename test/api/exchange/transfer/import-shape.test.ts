import type { Type as Class } from '@nestjs/common';
import {
  checksOf,
  slicedShapeOf,
} from '../../../../src/platform/http/validation/property-checks.js';
import { shapedBody, type SlicedShape } from '../../../../src/platform/http/validation/shape.js';
import { validated } from '../../../../src/platform/http/validation/validation.pipe.js';
import { ImportDto, ImportFileDto } from '../../../../src/exchange/transfer/import.dto.js';

/** Number of documents with random changes; the same ones in each run. */
const DOCUMENTS = 100;
const SEED = 20_261_122;

const IMPORT = slicedShapeOf(ImportDto);
/** Classes of whole documents. */
const WHOLE = new Set<Class>([ImportDto, ImportFileDto]);

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
    links: [{ feature: 'a', links: [{ id: '1', url: 'https://example.com', title: null }] }],
  },
};

/** Replacement values. null is missing, because large bodies may use it for omitted properties. */
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

/** A copy of a value with one random change in it. */
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

/** The result of a check: the JSON of the document, or that it was refused. */
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

interface Difference {
  fast: string;
  slow: string;
  document: string;
}

/** The results of both checks for a document, where they differ. */
async function difference(
  type: Class,
  fastCheck: SlicedShape<object>,
  document: unknown,
): Promise<Difference | undefined> {
  const fast = await outcome(shapedBody(fastCheck, document, ''));
  const slow = await outcome(validated(type, document, ''));
  return fast === slow ? undefined : { fast, slow, document: JSON.stringify(document) };
}

/** The classes within a document, each with a sample object. */
function objectsIn(type: Class, sample: object): [Class, object][] {
  const nested = [...checksOf(type)].flatMap(([property, { item }]) => {
    const held = (sample as Record<string, object | object[] | undefined>)[property];
    const first = Array.isArray(held) ? held[0] : held;
    return item && first ? objectsIn(item(), first) : [];
  });
  return [[type, sample], ...nested];
}

const samples = objectsIn(ImportDto, file).filter(([type]) => !WHOLE.has(type));
const names = new Set(samples.map(([type]) => type.name));

test('the sample has an object of each class', () => {
  expect(names).toEqual(
    new Set([
      'ImportedFeatureDto',
      'ImportedStrategyDto',
      'ImportedFeatureEnvironmentDto',
      'ImportedTagDto',
      'ImportedSegmentDto',
      'ImportedDependenciesDto',
      'ImportedLinksDto',
      'FeatureLinkDto',
      'CreateContextFieldDto',
      'CreateDependencyDto',
      'ConstraintDto',
      'LegalValueDto',
      'OverrideDto',
      'ServedPayloadDto',
      'ServedStrategyVariantDto',
      'TagTypeDto',
      'ServedVariantDto',
    ]),
  );
});

test.each([...names])(
  'the fast check of %s accepts each value that the class accepts',
  async (name) => {
    const [type, sample] = samples.find(([one]) => one.name === name)!;
    const fastCheck = slicedShapeOf(type);
    const differing: Difference[] = [];
    let refused = 0;
    for (const property of checksOf(type).keys())
      for (const value of VALUES) {
        const document = { ...sample, [property]: value };
        const found = await difference(type, fastCheck, document);
        if (found) differing.push(found);
        if ((await outcome(shapedBody(fastCheck, document, ''))) === 'refused') refused++;
      }

    expect(differing).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  },
);

test('the fast check of imports makes the same of a document as the classes', async () => {
  const next = random(SEED);
  const differing: Difference[] = [];
  for (let n = 0; n < DOCUMENTS; n++) {
    const found = await difference(ImportDto, IMPORT, changed(file, next));
    if (found) differing.push(found);
  }

  expect(differing).toEqual([]);
});
