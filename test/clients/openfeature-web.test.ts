import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { UnleashWebProvider } from '@openfeature/unleash-web-provider';
import { type Client, OpenFeature, type Provider } from '@openfeature/web-sdk';
import { InMemoryStorageProvider } from 'unleash-proxy-client';
import { FRONTEND_TOKEN, TestService } from '../support/service.js';
import { featureForSeven, turnOff, usageArrives } from './support.js';
import { until } from '../support/waiting.js';

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

test('the OFREP provider evaluates, and sees a feature turned off', async () => {
  const feature = await featureForSeven(service);
  const plain = await service.given.feature({ enabledIn: ['development'] });
  const client = await clientOf(
    new OFREPWebProvider({
      baseUrl: service.url,
      headers: [['Authorization', FRONTEND_TOKEN]],
      pollInterval: 100,
      changeDetection: 'polling',
    }),
  );

  expect(client.getStringValue(feature, 'none')).toBe('#00f');
  expect(client.getBooleanValue(plain, false)).toBe(true);
  await turnOff(service, plain);
  await until(() => !client.getBooleanValue(plain, true));
});
