import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from '../../cli/main.js';
import { at } from '../support/api.js';
import { unique } from '../support/given.js';
import { type Outcome, runProgram } from '../support/programs.js';
import { ADMIN_TOKEN, TestService } from '../support/service.js';
import { everything } from '../api/exchange/as-code/everything.js';
import { apply } from '../api/exchange/as-code/folder.js';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'as-code-'));
});
afterEach(() => rm(folder, { recursive: true }));

const flags = (...args: string[]): Promise<Outcome> =>
  runProgram(main, args, { FLAGS_URL: service.url, FLAGS_TOKEN: ADMIN_TOKEN });

const write = (file: string, text: string): Promise<void> =>
  writeFile(path.join(folder, file), text);

const yamlOf = (name: string, percent: number): string => `
features:
  - name: ${name}
    project: default
    environments:
      - name: production
        enabled: true
        strategies:
          - name: flexibleRollout
            parameters: { rollout: ${percent} }
`;

test('a stored plan is applied exactly, and refused once something has changed', async () => {
  const name = unique();
  await write('owner.yml', 'owner: shop\n');
  await write('feature.yaml', yamlOf(name, 10));
  const stored = path.join(folder, 'plan.json');
  const planned = await flags('plan', folder, '--out', stored);
  expect(planned).toMatchObject({ code: 0 });
  expect(planned.out).toContain(`+ create feature ${name} in default`);
  expect(planned.out).toContain('Plan: 1 create.');
  expect(await flags('drift', folder)).toMatchObject({ code: 2 });

  const applied = await flags('apply', folder, '--plan', stored);
  expect(applied).toMatchObject({ code: 0, out: 'Applied: 1 create.\n' });
  expect(await flags('drift', folder)).toMatchObject({ code: 0 });

  await write('feature.yaml', yamlOf(name, 20));
  expect((await flags('plan', folder, '--out', stored)).out).toContain('rollout":"20"');
  await service.api.post(`${at(name, 'production')}/off`).expect(200);
  const refused = await flags('apply', folder, '--plan', stored);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain(`The feature "${name}" was changed since.`);
  expect(await flags('apply', folder)).toMatchObject({ code: 0 });
});

test('problems name the file', async () => {
  await write('flags.yaml', 'owner: shop\nfeatures:\n  - name: a b\n    project: default\n');
  expect((await flags('plan', folder)).err).toMatch(/flags\.yaml: features\[0\]\/name must be/);
  await write('flags.yaml', 'features: {}\n');
  expect(await flags('plan', folder)).toMatchObject({
    code: 2,
    err: 'flags.yaml: "features" must be a list.\n',
  });
  await write('flags.yaml', 'features: [\n');
  expect(await flags('drift', folder)).toMatchObject({ code: 1 });
  await write('flags.yaml', 'feature: []\n');
  expect((await flags('plan', folder)).err).toMatch(/"feature" is not one of owner, environments/);
  await rm(path.join(folder, 'flags.yaml'));
  expect((await flags('plan', folder)).err).toMatch(/Give the folder a label/);
});

test('an export is a folder whose plan only takes over, and nothing afterwards', async () => {
  await apply(service, { owner: 'before', state: everything() });
  await apply(service, { owner: 'before', state: {}, leftovers: 'release' });
  await apply(service, { owner: 'shop', state: {}, leftovers: 'release' });
  expect(await flags('export', '--as-code', folder, '--owner', 'all')).toMatchObject({ code: 0 });
  const files = await readdir(folder);
  expect(files.sort()).toEqual(
    expect.arrayContaining(['contextFields.yaml', 'flags.yaml', 'projects', 'roles.yaml']),
  );
  const text = await readFile(path.join(folder, 'roles.yaml'), 'utf8');
  expect(text).toMatch(/^# yaml-language-server: \$schema=http.+\/docs\/flags.schema.json\n/);
  const planned = await flags('plan', folder, '--adopt', '-o', 'json');
  const { summary, errors } = JSON.parse(planned.out);
  expect(errors).toEqual([]);
  expect(summary).toMatchObject({ create: 0, change: 0, delete: 0 });
  await flags('apply', folder, '--adopt');
  expect(await flags('drift', folder)).toMatchObject({ code: 0 });
  await flags('apply', folder, '--release');
});
