import fc from 'fast-check';
import check, {
  type PayloadsChecked,
} from '../../../../src/flags/feature/payload-schema/payload-check.task.js';
import { setSchema } from '../../../support/payload-schema-scene.js';
import { TestService } from '../../../support/service.js';

const NAMES = ['a', 'b', '__proto__', 'constructor', 'a/b', '~'];
const RUNS = Number(process.env['PAYLOAD_SCHEMAS'] ?? 300);

/** Schemas that are usually valid, and sometimes anything under a keyword. */
const { schema } = fc.letrec((tie) => {
  const map = fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3 });
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant({}),
      fc.boolean(),
      fc.record(
        {
          type: fc.constantFrom(
            'object',
            'array',
            'string',
            'number',
            'integer',
            'null',
            'boolean',
          ),
          enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }),
          minimum: fc.integer({ min: -3, max: 3 }),
          maxLength: fc.nat(5),
          pattern: fc.constantFrom('^a+$', '(a|a)*b', '[', '(?=a)', String.raw`\p{L}`),
          format: fc.constantFrom('email', 'date', 'uri', 'regex', 'colour'),
          uniqueItems: fc.boolean(),
          required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
          properties: map,
          patternProperties: map,
          $defs: map,
          additionalProperties: tie('schema'),
          items: tie('schema'),
          prefixItems: list,
          anyOf: list,
          oneOf: list,
          allOf: list,
          not: tie('schema'),
          if: tie('schema'),
          $ref: fc.constantFrom('#', '#/$defs/a', '#/properties/a', 'http://x.example/', '#%'),
          misspelt: fc.jsonValue({ maxDepth: 1 }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    ),
  };
});

const payload = fc.oneof(
  fc.record({
    type: fc.constant('json'),
    value: fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc
        .dictionary(fc.constantFrom(...NAMES), fc.jsonValue({ maxDepth: 1 }))
        .map((value) => JSON.stringify(value)),
    ),
  }),
  fc.record({ type: fc.constantFrom('string', 'csv', 'number', 'json'), value: fc.string() }),
);

const partAt = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);

test('random schemas are used, or refused with a part of them and a reason', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(schema, fc.array(payload, { maxLength: 3 }), (given, payloads) => {
      const text = JSON.stringify(typeof given === 'object' ? given : { not: given });
      const [checked] = check([{ schema: text, payloads }]) as [PayloadsChecked];
      kinds.add('fault' in checked ? 'fault' : `${checked.violations.length > 0}`);
      if ('fault' in checked) {
        expect(checked.fault.message).not.toBe('');
        const { pointer } = checked.fault;
        expect(pointer === '' || partAt(JSON.parse(text), pointer) !== undefined).toBe(true);
      } else
        for (const { index, pointer, message } of checked.violations) {
          expect(payloads[index]).toBeDefined();
          expect(pointer).toMatch(/^(\/|$)/);
          expect(message).not.toBe('');
        }
    }),
    { numRuns: RUNS },
  );
  expect([...kinds].sort()).toEqual(['false', 'fault', 'true']);
});

test('what a schema with patterns has to match takes no exponential time', () => {
  const evil = { type: 'string', value: `${'a'.repeat(50_000)}!` };
  const before = performance.now();
  const [checked] = check([{ schema: '{"pattern":"^(a|a)*$"}', payloads: [evil] }]);
  expect(checked).toMatchObject({ violations: [{ rule: 'pattern' }] });
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('a schema with a character that PostgreSQL cannot store is refused, not a failure', async () => {
  const service = await TestService.start();
  try {
    const feature = await service.given.feature();
    await setSchema(service, feature, { const: 'a\u0000b' }).expect(400);
    await setSchema(service, feature, { description: '\ud800' }).expect(({ status }) =>
      expect([200, 400]).toContain(status),
    );
    await setSchema(
      service,
      feature,
      JSON.parse('{"properties":{"__proto__":{}}}') as object,
    ).expect(200);
  } finally {
    await service.stop();
  }
});
