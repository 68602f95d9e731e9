import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Unleash } from 'unleash-client';
import { at } from '../../../support/api.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { endSdk } from '../../../support/sdk.js';

/** The official SDK for Node, as an application runs it. */

let service: TestService;
let folder: string;
let sdk: Unleash | undefined;
beforeAll(async () => {
  service = await TestService.start();
  folder = await mkdtemp(path.join(tmpdir(), 'feature-flag-sdk-'));
});
afterEach(() => sdk && endSdk(sdk));
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** An SDK that polls ten times a second. */
async function started(): Promise<{
  sdk: Unleash;
  polls: { unchanged: number; changed: number };
  errors: unknown[];
}> {
  sdk = new Unleash({
    appName: 'test',
    url: `${service.url}/api`,
    customHeaders: { Authorization: CLIENT_TOKEN },
    refreshInterval: 100,
    metricsInterval: 200,
    backupPath: folder,
    skipInstanceCountWarning: true,
  });
  const polls = { unchanged: 0, changed: 0 };
  const errors: unknown[] = [];
  sdk.on('unchanged', () => polls.unchanged++);
  sdk.on('changed', () => polls.changed++);
  sdk.on('error', (error) => errors.push(error));
  await new Promise((resolve) => sdk!.once('synchronized', resolve));
  return { sdk, polls, errors };
}

test('the official SDK evaluates features, notices at its next poll that one is off, and sends ETags', async () => {
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
  const { body: segment } = await service.api
    .post('/api/admin/segments', { name: 'sevens', constraints })
    .expect(201);
  const feature = await service.given.feature();
  const variants = [{ name: 'only', weight: 1000, weightType: 'variable', stickiness: 'default' }];
  const strategy = {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'default', groupId: 'g' },
    variants,
  };
  await service.api
    .post(`${at(feature, 'development')}/strategies`, { ...strategy, segments: [segment.id] })
    .expect(200);
  await service.api.post(`${at(feature, 'development')}/on`).expect(200);
  const { sdk, polls, errors } = await started();

  expect(sdk.isEnabled(feature, { userId: '7' })).toBe(true);
  expect(sdk.isEnabled(feature, { userId: '8' })).toBe(false);
  expect(sdk.getVariant(feature, { userId: '7' })).toMatchObject({
    name: 'only',
    enabled: true,
    feature_enabled: true,
  });
  await until(async () => polls.unchanged >= 2);

  await service.api.post(`${at(feature, 'development')}/off`).expect(200);
  await until(async () => !sdk.isEnabled(feature, { userId: '7' }));
  await service.api.post(`${at(feature, 'development')}/on`).expect(200);
  await until(async () => sdk.isEnabled(feature, { userId: '7' }));
  await service.api
    .put(`/api/admin/segments/${segment.id}`, {
      name: 'eights',
      constraints: [{ ...constraints[0], values: ['8'] }],
    })
    .expect(204);
  await until(
    async () => sdk.isEnabled(feature, { userId: '8' }) && !sdk.isEnabled(feature, { userId: '7' }),
  );
  await service.api.delete(at(feature)).expect(202);
  await until(async () => sdk.getFeatureToggleDefinition(feature) === undefined);

  expect(polls.unchanged).toBeGreaterThanOrEqual(2);
  expect(errors).toEqual([]);
});
