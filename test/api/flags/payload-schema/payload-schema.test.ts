import { at } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import {
  BAD,
  BUTTON,
  GOOD,
  schemaPath,
  setSchema,
  strategyWith,
  variantOf,
  withSchema,
} from '../../../support/payload-schema-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const feature = (properties = {}): Promise<string> => service.given.feature(properties);
const put = (name: string, variants: object[]) => service.api.put(`${at(name)}/variants`, variants);

test('a feature has no schema until it gets one, and none after it is removed', async () => {
  const name = await feature();
  const none = { schema: null, enforcement: 'refuse', violations: [] };
  expect((await service.api.get(schemaPath(name)).expect(200)).body).toEqual(none);
  const { body } = await setSchema(service, name).expect(200);
  expect(body).toEqual({ schema: BUTTON, enforcement: 'refuse', violations: [] });
  await service.api.delete(schemaPath(name)).expect(204);
  await service.api.delete(schemaPath(name)).expect(204);
  expect((await service.api.get(schemaPath(name)).expect(200)).body).toEqual(none);
  const types = (await eventsOf(service, name)).map(({ type }) => type);
  expect(types.filter((type) => type.includes('schema'))).toHaveLength(2);
});

test('setting the same schema again changes nothing and records nothing', async () => {
  const name = await withSchema(service);
  await setSchema(service, name).expect(200);
  await setSchema(service, name, { type: 'object' }).expect(200);
  expect(await eventsOf(service, name, 'feature-payload-schema-added')).toMatchObject([
    { data: { schema: BUTTON, enforcement: 'refuse' } },
  ]);
  expect(await eventsOf(service, name, 'feature-payload-schema-updated')).toMatchObject([
    { data: { schema: { type: 'object' } }, preData: { schema: BUTTON } },
  ]);
});

test('a bad value is refused with its variant, its part, the rule and what is right', async () => {
  const name = await withSchema(service);
  await put(name, [GOOD]).expect(200);
  const { body } = await put(name, [BAD]).expect(400);
  expect(body.name).toBe('BadDataError');
  expect(body.details[0]).toEqual({
    message:
      `The payload of the variant "one" of the feature "${name}" in "development" does not ` +
      'follow the schema of its payloads: "/color" must be one of "red", "green" (enum).',
    path: '/environments/development/variants/one/payload/color',
  });
  const { body: after } = await service.api.get(`${at(name)}/variants`).expect(200);
  expect(after.variants).toMatchObject([{ payload: GOOD.payload }]);
});

test.each([
  [{ color: 'red', size: 0 }, '"/size" must be >= 1 (minimum)'],
  [{ color: 'red', size: 'big' }, '"/size" must be integer (type)'],
  [{ color: 'red', weight: 1 }, 'it must not have the property "weight" (additionalProperties)'],
  [{}, "it must have required property 'color' (required)"],
  [[], 'it must be object (type)'],
])('the payload %j is refused: %s', async (value, reason) => {
  const name = await withSchema(service);
  const { body } = await put(name, [variantOf(value)]).expect(400);
  expect(body.details[0].message).toContain(reason);
});

describe('each type of payload is compared as what it is', () => {
  const given = (type: string, value: string) => [{ ...GOOD, payload: { type, value } }];

  test.each([
    ['number', '7', { type: 'integer' }, true],
    ['number', '7.5', { type: 'integer' }, false],
    ['number', 'seven', { type: 'number' }, false],
    ['number', '1e400', {}, false],
    ['string', '7', { type: 'string', pattern: '^[0-9]$' }, true],
    ['string', '7', { type: 'integer' }, false],
    ['csv', 'a, b,c', { type: 'array', items: { enum: ['a', 'b', 'c'] } }, true],
    ['csv', 'a,d', { type: 'array', items: { enum: ['a', 'b', 'c'] } }, false],
    ['json', '"7"', { type: 'string' }, true],
    ['json', 'null', { type: 'string' }, false],
  ])('%s %s with the schema %j: %s', async (type, value, schema, isGood) => {
    const name = await withSchema(service, {}, schema);
    await put(name, given(type, value)).expect(isGood ? 200 : 400);
  });

  test('a variant without a payload has nothing to check', async () => {
    const name = await withSchema(service);
    await put(name, [{ ...GOOD, payload: undefined }]).expect(200);
  });
});

describe('a schema that payloads violate', () => {
  test('is refused with each of them', async () => {
    const name = await feature({ variants: [BAD] });
    await service.api
      .post(`${at(name, 'production')}/strategies`, strategyWith(BAD, { ...GOOD, name: 'two' }))
      .expect(200);
    const { body } = await setSchema(service, name).expect(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      '/environments/development/variants/one/payload/color',
      '/environments/production/variants/one/payload/color',
      expect.stringMatching(
        /^\/environments\/production\/strategies\/[0-9a-f-]{36}\/variants\/one\/payload\/color$/,
      ),
    ]);
    expect((await service.api.get(schemaPath(name)).expect(200)).body.schema).toBeNull();
  });

  test('is accepted if it only warns, lists them, and refuses nothing', async () => {
    const name = await feature({ variants: [BAD] });
    const { body } = await setSchema(service, name, BUTTON, { enforcement: 'warn' }).expect(200);
    expect(body.violations).toHaveLength(2);
    expect(body.violations[0]).toEqual({
      ...{ index: null, environment: 'development', strategyId: null, variant: 'one' },
      ...{ pointer: '/color', rule: 'enum', message: 'must be one of "red", "green"' },
    });
    await put(name, [variantOf({ color: 'pink' })]).expect(200);
    await setSchema(service, name).expect(400);
    await put(name, [GOOD]).expect(200);
    await setSchema(service, name).expect(200);
  });
});

describe('a schema that is none', () => {
  test.each([
    [{ type: 'objekt' }, '/type', 'must be'],
    [{ properties: { size: { minimun: 1 } } }, '/properties/size/minimun', 'no keyword'],
    [{ $ref: 'https://example.com/schema.json' }, '/$ref', 'must refer to a part'],
    [{ items: { $ref: '#/$defs/absent' } }, '/items/$ref', 'must refer to a part'],
    [{ pattern: '(?=a)b' }, '/pattern', 'RE2'],
    [{ pattern: '((((a{50}){50}){50}){50})' }, '/pattern', 'RE2'],
    [{ format: 'colour' }, '/format', 'must be one of date'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema', 'draft/2020-12'],
    [{ minimum: 'one' }, '/minimum', 'must be number'],
    [{ allOf: [] }, '/allOf', 'fewer than 1'],
  ])('is refused: %j', async (schema, pointer, reason) => {
    const name = await feature();
    const { body } = await setSchema(service, name, schema).expect(400);
    expect(body.details[0].path).toBe(`/body/schema${pointer}`);
    expect(body.message).toContain(reason);
  });

  test('is refused when it is too long or too deep', async () => {
    const name = await feature();
    const long = { enum: Array.from({ length: 5_000 }, (_, n) => `value ${n}`) };
    expect((await setSchema(service, name, long).expect(400)).body.message).toContain('32768');
    const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ not: inner }), {});
    expect((await setSchema(service, name, deep).expect(400)).body.message).toContain('32 levels');
  });

  test('with references to itself is used, unless it never ends', async () => {
    const tree = { type: 'object', properties: { child: { $ref: '#' } } };
    const name = await withSchema(service, {}, tree);
    await put(name, [variantOf({ child: { child: {} } })]).expect(200);
    await put(name, [variantOf({ child: { child: 1 } })]).expect(400);
    const endless = await withSchema(service, {}, { $ref: '#' });
    const { body } = await put(endless, [GOOD]).expect(400);
    expect(body.message).toContain('refers to itself');
  });
});

describe('checking without changing anything', () => {
  const check = (name: string, body: object) =>
    service.api.post(`${schemaPath(name)}/check`, body).expect(200);

  test('says what is wrong with given payloads, by their positions', async () => {
    const name = await withSchema(service);
    const payloads = [GOOD.payload, BAD.payload];
    expect((await check(name, { payloads })).body).toEqual({
      fault: null,
      violations: [
        {
          ...{ index: 1, environment: null, strategyId: null, variant: null },
          ...{ pointer: '/color', rule: 'enum', message: 'must be one of "red", "green"' },
        },
      ],
    });
  });

  test('says what is wrong with a schema, or with the present payloads', async () => {
    const name = await feature({ variants: [BAD] });
    const { body } = await check(name, { schema: { typ: 'object' } });
    expect(body.fault.pointer).toBe('/typ');
    const other = await check(name, { schema: BUTTON });
    expect(other.body.violations).toMatchObject([
      { environment: 'development', variant: 'one', index: null },
      { environment: 'production', variant: 'one', index: null },
    ]);
    expect((await check(name, {})).body).toEqual({ fault: null, violations: [] });
  });
});

test('a schema that takes too long is refused, and others are checked after it', async () => {
  const name = await feature();
  const branches = { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] };
  const $defs = { a: { properties: { n: branches }, required: ['m'] } };
  let value: object = {};
  for (let level = 0; level < 25; level++) value = { n: value };
  await put(name, [variantOf(value)]).expect(200);
  const { body } = await setSchema(service, name, { $ref: '#/$defs/a', $defs }).expect(400);
  expect(body.message).toContain('too much time or memory');
  const other = await withSchema(service);
  await put(other, [GOOD]).expect(200);
});

test('a change with If-Match is refused once the schema has changed', async () => {
  const name = await withSchema(service);
  const { headers } = await service.api.get(schemaPath(name)).expect(200);
  const etag = String(headers['etag']);
  await setSchema(service, name, {}).expect(200);
  await service.api.delete(schemaPath(name)).set({ 'if-match': etag }).expect(412);
  const { headers: now } = await service.api.get(schemaPath(name)).expect(200);
  await service.api
    .delete(schemaPath(name))
    .set({ 'if-match': String(now['etag']) })
    .expect(204);
});
