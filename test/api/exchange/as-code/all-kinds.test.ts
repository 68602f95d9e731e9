import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { TestService } from '../../../support/service.js';
import { unique } from '../../../support/given.js';
import { lastEvent, newest, rich } from '../transfer/files.js';
import { everything, exportOf, names } from './everything.js';
import { apply, plan } from './folder.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('a folder with everything is planned, applied, and then as it is wanted', async () => {
  const owner = unique('owner');
  const state = everything();
  const before = await lastEvent(service);
  const found = await plan(service, { owner, state });
  expect(found).toMatchObject({ errors: [], permissions: [], summary: { create: 11 } });
  expect(await newest(service, before)).toEqual([]);
  const { summary } = await apply(service, { owner, state });
  expect(summary).toMatchObject({ create: 11, change: 0, unchanged: 0 });
  const after = await plan(service, { owner, state });
  expect(after).toMatchObject({ changes: [], errors: [], summary: { unchanged: 11 } });
  await apply(service, { owner, state: {}, leftovers: 'release' });
});

test('what is exported is a folder that changes nothing', async () => {
  const [owner, n] = [unique('owner'), names()];
  await apply(service, { owner: 'first', state: everything(n) });
  await apply(service, { owner: 'first', state: {}, leftovers: 'release' });
  await rich(service);
  const state = await exportOf(service);
  const adopted = await plan(service, { owner, state, adopt: true });
  expect(adopted.errors).toEqual([]);
  const changed = adopted.changes.filter(({ action }: { action: string }) => action !== 'adopt');
  expect(changed).toEqual([]);
  await apply(service, { owner, state, adopt: true });
  expect(await plan(service, { owner, state })).toMatchObject({ changes: [], kept: [] });

  const ofProject = await exportOf(service, `?project=${n.project}`);
  expect(ofProject).toEqual({
    projects: [expect.objectContaining({ id: n.project })],
    contextFields: [expect.objectContaining({ name: `${n.field}-own` })],
    segments: [expect.objectContaining({ name: `${n.segment}-own` })],
    features: [
      expect.objectContaining({ name: n.child }),
      expect.objectContaining({ name: n.parent }),
    ],
  });
  await service.api.get('/api/admin/flags-as-code/state?project=nowhere').expect(404);
  await apply(service, { owner, state: {}, leftovers: 'release' });
});

test('each kind is changed, and deleted with its last user', async () => {
  const owner = unique('owner');
  const n = names();
  const state = everything(n);
  await apply(service, { owner, state });
  const [field, own] = state.contextFields;
  const changed = {
    ...state,
    environments: [{ ...state.environments[0]!, enabled: true, sortOrder: 78 }],
    projects: [{ ...state.projects[0]!, description: 'sells more', environments: ['production'] }],
    tagTypes: [{ name: n.type, icon: null }],
    contextFields: [{ ...field!, sortOrder: 4, description: 'whither' }, own!],
    segments: [{ ...state.segments[0]!, constraints: [] }, state.segments[1]!],
    roles: [{ name: n.role, permissions: [{ name: 'UPDATE_FEATURE' }] }],
    features: state.features.map((feature) => ({
      ...feature,
      environments: feature.environments?.filter(({ name }) => name === 'production'),
    })),
  };
  const { changes } = await plan(service, { owner, state: changed });
  const fields = changes.flatMap(
    ({ kind, fields: some }: { kind: string; fields: { field: string }[] }) =>
      some.map(({ field: one }) => `${kind} ${one}`),
  );
  expect(fields).toEqual([
    'environment enabled',
    'environment sortOrder',
    'project description',
    'project environments',
    'tagType icon',
    'contextField description',
    'contextField sortOrder',
    'segment constraints',
    'role permissions',
  ]);
  await apply(service, { owner, state: changed });
  expect(await plan(service, { owner, state: changed })).toMatchObject({ changes: [] });

  // Archived features still use segments and context fields, and the project has features.
  const without = { ...changed, features: [], segments: [], contextFields: [], projects: [] };
  const refused = await plan(service, { owner, state: without, leftovers: 'prune' });
  expect(refused.errors.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['segment']),
  );
  const pruned = { ...changed, roles: [], tags: [], tagTypes: changed.tagTypes };
  const { summary } = await apply(service, { owner, state: pruned, leftovers: 'prune' });
  expect(summary).toMatchObject({ delete: 2, unchanged: 9 });
});

test('the schema of files is served to anybody, and knows everything that files contain', async () => {
  const { body: schema } = await service.api.as().get('/docs/flags.schema.json').expect(200);
  const validate = new Ajv({ strict: false }).compile(schema as object);
  const state = everything();
  expect(validate({ owner: 'shop', ...state })).toBe(true);
  expect(validate(await exportOf(service))).toBe(true);
  expect(validate({ features: [{ ...state.features[0], enabeld: true }] })).toBe(false);
  expect(validate({ features: [{ name: 'without a project' }] })).toBe(false);
});
