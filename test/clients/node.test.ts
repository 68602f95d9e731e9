import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Unleash } from 'unleash-client';
import { CLIENT_TOKEN, TestService } from '../support/service.js';
import { featureForSeven, turnOff, usageArrives } from './support.js';
import { until } from '../support/waiting.js';
import { endSdk } from '../support/sdk.js';

/** `unleash-client`, like in an application. */
let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
  folder = await mkdtemp(path.join(tmpdir(), 'feature-flag-sdk-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the Node SDK evaluates, sees a feature turned off, and reports', async () => {
  const feature = await featureForSeven(service);
  const sdk = new Unleash({
    appName: 'node-app',
    url: `${service.url}/api/`,
    customHeaders: { Authorization: CLIENT_TOKEN },
    refreshInterval: 100,
    metricsInterval: 100,
    backupPath: folder,
    skipInstanceCountWarning: true,
  });
  try {
    const errors: unknown[] = [];
    sdk.on('error', (error) => errors.push(error));
    await new Promise((resolve) => sdk.once('synchronized', resolve));

    expect(sdk.isEnabled(feature, { userId: '7' })).toBe(true);
    expect(sdk.isEnabled(feature, { userId: '8' })).toBe(false);
    expect(sdk.getVariant(feature, { userId: '7' })).toMatchObject({
      name: 'blue',
      payload: { type: 'string', value: '#00f' },
    });
    await turnOff(service, feature);
    await until(() => !sdk.isEnabled(feature, { userId: '7' }));
    await usageArrives(service, feature, 'node-app');
    expect(errors).toEqual([]);
  } finally {
    endSdk(sdk);
  }
});
