import { typeOfSchema } from '../../../../cli/schema-types.js';
import { at } from '../../../support/api.js';
import { BUTTON, setSchema, variantOf } from '../../../support/payload-schema-scene.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

async function flagOf(key: string) {
  const api = service.api.as({ token: CLIENT_TOKEN });
  const { body } = await api.get('/openfeature/v0/manifest').expect(200);
  const { flags } = body as { flags: { key: string }[] };
  return flags.find((flag) => flag.key === key);
}

describe('the manifest', () => {
  test.each([
    [BUTTON, 'object', {}],
    [{ ...BUTTON, default: { color: 'red' } }, 'object', { color: 'red' }],
    [{ type: 'integer', default: 3 }, 'integer', 3],
    [{ type: 'number' }, 'float', 0],
    [{ enum: ['a', 'b'] }, 'string', ''],
    [{ const: true }, 'boolean', false],
    [{ type: 'array' }, 'object', {}],
    [{ enum: ['a', 1] }, 'boolean', false],
  ])('takes type and default from the schema %j', async (schema, type, defaultValue) => {
    const key = await service.given.feature();
    await setSchema(service, key, schema).expect(200);
    expect(await flagOf(key)).toEqual({ key, type, description: null, defaultValue, schema });
  });

  test('changes with the schema, and does not believe one that only warns', async () => {
    const key = await service.given.feature();
    await setSchema(service, key, { type: 'string' }).expect(200);
    expect(await flagOf(key)).toMatchObject({ type: 'string' });
    await setSchema(service, key, { type: 'integer' }).expect(200);
    expect(await flagOf(key)).toMatchObject({ type: 'integer' });
    await setSchema(service, key, { type: 'integer' }, { enforcement: 'warn' }).expect(200);
    expect(await flagOf(key)).toEqual({
      ...{ key, type: 'boolean', description: null, defaultValue: false },
    });
  });

  test('gives a CSV the type of its text, since the schema is about its parts', async () => {
    const payload = { type: 'csv', value: 'a,b' };
    const key = await service.given.feature({ variants: [{ ...variantOf({}), payload }] });
    await setSchema(service, key, { type: 'array', items: { type: 'string' } }).expect(200);
    expect(await flagOf(key)).toMatchObject({ type: 'string', defaultValue: '' });
    expect(await flagOf(key)).not.toHaveProperty('schema');
  });

  test('never gets a default that the schema does not allow', async () => {
    const key = await service.given.feature();
    const { body } = await setSchema(service, key, { type: 'string', default: 7 }).expect(400);
    expect(body.details[0].path).toBe('/body/schema/default');
    await service.api.get(at(key)).expect(200);
  });
});

test.each<[object, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ enum: ['red', 7, null] }, '"red" | 7 | null'],
  [{ const: 'it"s' }, '"it\\"s"'],
  [{}, 'JsonValue'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '[string?]'],
  [{ type: 'object' }, 'Record<string, JsonValue>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [
    {
      type: 'object',
      properties: { color: { enum: ['red'], description: 'The */ colour' }, size: {} },
      required: ['color'],
    },
    '{\n    /** The * / colour */\n    "color": "red";\n    "size"?: JsonValue;\n  }',
  ],
  [
    { oneOf: [{ $ref: '#/$defs/a' }, { type: 'null' }], $defs: { a: { type: 'string' } } },
    'string | null',
  ],
  [{ allOf: [{ type: 'string' }, { enum: ['a', 'b'] }] }, 'string & ("a" | "b")'],
])('%j is the type %s', (schema, type) => {
  expect(typeOfSchema(schema)).toBe(type);
});

test('a schema that refers to itself has a type of limited depth', () => {
  const tree = { type: 'object', properties: { next: { $ref: '#/$defs/tree' } }, $defs: {} };
  Object.assign(tree.$defs, { tree: { type: 'object', properties: tree.properties } });
  expect(typeOfSchema(tree).split('"next"?')).toHaveLength(10);
});
