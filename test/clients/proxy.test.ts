import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, createApp, createProxyConfig } from '@unleash/proxy';
import { CLIENT_TOKEN, TestService } from '../support/service.js';
import { featureForSeven, turnOff, until, usageArrives } from './support.js';

/** `@unleash/proxy`, as it stands between pages and the service. */
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const quiet = { debug: noop, info: noop, warn: noop, error: noop, fatal: noop };
function noop(): void {}

test('the proxy evaluates, sees a feature turned off, and reports', async () => {
  const feature = await featureForSeven(service);
  const storage = { get: async () => undefined, set: async () => undefined };
  const options = {
    unleashUrl: `${service.url}/api`,
    unleashApiToken: CLIENT_TOKEN,
    unleashAppName: 'proxy-app',
    clientKeys: ['key'],
    refreshInterval: 100,
    metricsInterval: 100,
    storageProvider: storage,
    logger: quiet,
  };
  const client = new Client(createProxyConfig(options));
  const app = createApp(options, client);
  const server: Server = await new Promise((resolve) => {
    const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy`;
  const toggles = async (userId: string): Promise<string[] | undefined> => {
    const answer = await fetch(`${proxy}?userId=${userId}`, { headers: { authorization: 'key' } });
    return answer.status === 200 ? ((await answer.json()) as { toggles: { name: string }[] }).toggles.map((one) => one.name) : undefined;
  };
  try {
    await until(async () => (await toggles('7')) !== undefined);

    expect(await toggles('7')).toContain(feature);
    expect(await toggles('8')).not.toContain(feature);
    const now = new Date().toISOString();
    const report = {
      appName: 'page-app',
      instanceId: 'page',
      bucket: { start: now, stop: now, toggles: { [feature]: { yes: 3, no: 1, variants: { blue: 3 } } } },
    };
    const sent = await fetch(`${proxy}/client/metrics`, {
      method: 'POST',
      headers: { authorization: 'key', 'content-type': 'application/json' },
      body: JSON.stringify(report),
    });
    expect(sent.status).toBe(200);
    await usageArrives(service, feature, 'proxy-app');
    await turnOff(service, feature);
    await until(async () => !(await toggles('7'))?.includes(feature));
  } finally {
    await new Promise((resolve) => server.close(resolve));
    client.destroy();
  }
}, 30_000);
