import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CLIENT_TOKEN, TestService } from '../support/service.js';
import { featureForSeven, turnOff, usageArrives } from './support.js';
import { until } from '../support/waiting.js';

/** `@unleash/proxy`, between browsers and the service. */
let service: TestService;
let proxy: ChildProcess;
let url: string;
beforeAll(async () => {
  service = await TestService.start();
  const env = {
    ...process.env,
    UNLEASH_URL: `${service.url}/api`,
    UNLEASH_API_TOKEN: CLIENT_TOKEN,
  };
  proxy = spawn(process.execPath, [path.resolve('test/clients/proxy-process.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(proxy.stdout!, 'data')) as [Buffer];
  url = `http://127.0.0.1:${port.toString().trim()}/proxy`;
});
afterAll(async () => {
  proxy.kill();
  await once(proxy, 'exit');
  await service.stop();
});

async function toggles(userId: string): Promise<string[] | undefined> {
  const answer = await fetch(`${url}?userId=${userId}`, { headers: { authorization: 'key' } });
  return answer.status === 200
    ? ((await answer.json()) as { toggles: { name: string }[] }).toggles.map((one) => one.name)
    : undefined;
}

test('the proxy evaluates, sees a feature turned off, and reports', async () => {
  const feature = await featureForSeven(service);

  await until(async () => (await toggles('7'))?.includes(feature) === true);
  expect(await toggles('8')).not.toContain(feature);
  const now = new Date().toISOString();
  const used = { [feature]: { yes: 3, no: 1, variants: { blue: 3 } } };
  const sent = await fetch(`${url}/client/metrics`, {
    method: 'POST',
    headers: { authorization: 'key', 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: 'page-app',
      instanceId: 'page',
      bucket: { start: now, stop: now, toggles: used },
    }),
  });
  expect(sent.status).toBe(200);
  await usageArrives(service, feature, 'proxy-app');
  await turnOff(service, feature);
  await until(async () => !(await toggles('7'))?.includes(feature));
});
