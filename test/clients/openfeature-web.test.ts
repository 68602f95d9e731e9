import { setTimeout as sleep } from 'node:timers/promises';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { UnleashWebProvider } from '@openfeature/unleash-web-provider';
import { type Client, OpenFeature, type Provider } from '@openfeature/web-sdk';
import { InMemoryStorageProvider } from 'unleash-proxy-client';
import { at } from '../support/api.js';
import { FRONTEND_TOKEN, TestService } from '../support/service.js';
import { withEventSource } from './event-source.mjs';
import { featureForSeven, turnOff, usageArrives } from './support.js';
import { until } from '../support/waiting.js';

/** Time within which a stream ends after its token has changed. */
const ENDED_MS = 1_500;

/** The OpenFeature providers for browsers. */
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterEach(() => OpenFeature.close());
afterAll(() => service.stop());

async function clientOf(provider: Provider): Promise<Client> {
  await OpenFeature.setContext({ targetingKey: '7', userId: '7' });
  await OpenFeature.setProviderAndWait(provider);
  return OpenFeature.getClient();
}

test('the Unleash provider evaluates, sees a feature turned off, and reports', async () => {
  const feature = await featureForSeven(service);
  const client = await clientOf(
    new UnleashWebProvider({
      url: `${service.url}/api/frontend`,
      clientKey: FRONTEND_TOKEN,
      appName: 'openfeature-app',
      context: { userId: '7' },
      refreshInterval: 0.1,
      metricsInterval: 0.2,
      metricsIntervalInitial: 0.2,
      fetch,
      storageProvider: new InMemoryStorageProvider(),
    }),
  );

  expect(client.getBooleanValue(feature, false)).toBe(true);
  expect(client.getStringValue(feature, 'none')).toBe('#00f');
  await turnOff(service, feature);
  await until(() => !client.getBooleanValue(feature, true));
  await usageArrives(service, feature, 'openfeature-app');
});

describe('the OFREP provider, with its default options', () => {
  let withoutIt: () => void;
  beforeAll(() => (withoutIt = withEventSource()));
  afterAll(() => withoutIt());

  const clientWith = (token: string) =>
    clientOf(new OFREPWebProvider({ baseUrl: service.url, headers: [['Authorization', token]] }));

  test('evaluates, and hears of each change', async () => {
    const feature = await featureForSeven(service);
    const plain = await service.given.feature({ enabledIn: ['development'] });
    const client = await clientWith(FRONTEND_TOKEN);

    expect(client.getStringValue(feature, 'none')).toBe('#00f');
    expect(client.getBooleanValue(plain, false)).toBe(true);
    await turnOff(service, plain);
    await until(() => !client.getBooleanValue(plain, true));
    await service.api.post(`${at(plain, 'development')}/on`).expect(200);
    await until(() => client.getBooleanValue(plain, false));
    await turnOff(service, feature);
    await until(() => client.getStringValue(feature, 'none') === 'none');
  });

  test('hears of changes after its token has got other projects', async () => {
    const project = await service.given.project();
    const { body } = await service.api
      .post('/api/admin/api-tokens', {
        ...{ tokenName: 'page', type: 'frontend', environment: 'development' },
        projects: ['default', project],
      })
      .expect(201);
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const client = await clientWith(body.secret);

    await service.sql('DELETE FROM api_token_project WHERE project = $1', [project]);
    await sleep(ENDED_MS);
    await turnOff(service, feature);
    await until(() => !client.getBooleanValue(feature, true));
  });
});
