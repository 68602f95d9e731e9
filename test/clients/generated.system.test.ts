import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { generate } from 'openapi-typescript-codegen';
import ts from 'typescript';
import { unique } from '../support/given.js';
import { ADMIN_TOKEN, TestService } from '../support/service.js';

type Service = Record<string, (...parameters: unknown[]) => Promise<unknown>>;
interface Generated {
  OpenAPI: { BASE: string; HEADERS: Record<string, string> };
  [service: string]: unknown;
}

let service: TestService;
let folder: string;
let client: Generated;

beforeAll(async () => {
  service = await TestService.start();
  folder = mkdtempSync(path.join(os.tmpdir(), 'generated-client-'));
  await generate({
    input: path.resolve('openapi.json'),
    output: folder,
    httpClient: 'fetch',
    useOptions: true,
  });
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(path.join(folder, file), 'utf8');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(path.join(folder, file.replace(/\.ts$/, '.js')), outputText);
  }
  writeFileSync(path.join(folder, 'package.json'), '{"type": "commonjs"}');
  client = createRequire(path.join(folder, 'index.js'))('./index.js') as Generated;
  client.OpenAPI.BASE = service.url;
  client.OpenAPI.HEADERS = { Authorization: ADMIN_TOKEN };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

test('a client that is generated from the document calls ten operations', async () => {
  const operations = (name: string) => client[`${name}Service`] as Service;
  const [name, segment] = [unique('generated'), unique('segment')];
  const features = operations('Features');

  const at = { projectId: 'default', featureName: name };
  const place = { ...at, environment: 'production' };

  expect(
    await features['createFeature']!({ projectId: 'default', requestBody: { name } }),
  ).toMatchObject({ name });
  await features['updateFeature']!({ ...at, requestBody: { description: 'generated' } });
  expect(
    await features['addFeatureStrategy']!({ ...place, requestBody: { name: 'default' } }),
  ).toMatchObject({ name: 'default' });
  expect(await features['toggleFeatureEnvironmentOn']!(place)).toMatchObject({ enabled: true });
  expect(await features['toggleFeatureEnvironmentOff']!(place)).toMatchObject({ enabled: false });
  expect(await features['getFeature']!(at)).toMatchObject({ name, description: 'generated' });
  expect(
    await operations('Segments')['createSegment']!({
      requestBody: { name: segment, constraints: [] },
    }),
  ).toMatchObject({ name: segment });
  expect(await operations('InstanceAdmin')['getInstanceAdminStats']!()).toMatchObject({
    featureToggles: 1,
  });
  expect(await operations('Projects')['getProjects']!({})).toMatchObject({ version: 1 });
  await features['archiveFeature']!(at);
  await expect(features['getFeature']!(at)).rejects.toMatchObject({ status: 404 });
});
