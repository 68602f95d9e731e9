import { at } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import {
  BAD,
  BUTTON,
  GOOD,
  schemaPath,
  setSchema,
  withSchema,
} from '../../../support/payload-schema-scene.js';
import { TestService } from '../../../support/service.js';
import { arrives, exported, IMPORT, VALIDATE } from '../../exchange/transfer/files.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A file with one feature, a variant of it, and a schema. */
const fileWith = (name: string, variant: object, schema: object, more: object = {}) =>
  arrives({
    features: [{ name }],
    featureStrategies: [],
    featureEnvironments: [{ name, enabled: false, variants: [variant] }],
    tagTypes: [],
    payloadSchemas: [{ feature: name, schema, ...more }],
  });

test('an export contains the schemas of its features, and nothing without any', async () => {
  const name = await withSchema(service, { variants: [GOOD] });
  const other = await service.given.feature();
  expect((await exported(service, [name, other])).payloadSchemas).toEqual([
    { feature: name, schema: BUTTON, enforcement: 'refuse' },
  ]);
  expect(await exported(service, [other])).not.toHaveProperty('payloadSchemas');
});

test('an import sets schemas, is checked against them, and can be repeated', async () => {
  const name = unique();
  await service.api.post(IMPORT, fileWith(name, BAD, BUTTON)).expect(400);
  await service.api.get(at(name)).expect(404);
  await service.api.post(IMPORT, fileWith(name, GOOD, BUTTON)).expect(200);
  await service.api.post(IMPORT, fileWith(name, GOOD, BUTTON)).expect(200);
  const { body } = await service.api.get(schemaPath(name)).expect(200);
  expect(body).toEqual({ schema: BUTTON, enforcement: 'refuse', violations: [] });
  expect(await eventsOf(service, name, 'feature-payload-schema-added')).toHaveLength(1);
  await service.api.post(IMPORT, fileWith(name, BAD, BUTTON, { enforcement: 'warn' })).expect(200);
  expect((await service.api.get(schemaPath(name)).expect(200)).body.violations).toHaveLength(1);
});

test('an invalid schema is an error of the import, and of its preview', async () => {
  const name = unique();
  const file = fileWith(name, GOOD, { type: 'objekt' });
  const { body } = await service.api.post(VALIDATE, file).expect(200);
  expect(body.errors).toEqual([
    { message: expect.stringContaining('"/type" must be'), affectedItems: [name] },
  ]);
  await service.api.post(IMPORT, file).expect(400);
});

test('what is exported can be imported after the schema was changed', async () => {
  const name = await withSchema(service, { variants: [GOOD] });
  const data = await exported(service, [name], 'production');
  await setSchema(service, name, {}).expect(200);
  await service.api.put(`${at(name)}/variants`, []).expect(200);
  await service.api.post(IMPORT, arrives(data, 'production')).expect(200);
  expect((await service.api.get(schemaPath(name)).expect(200)).body.schema).toEqual(BUTTON);
});
