import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { FRONTEND_TOKEN, TestService } from '../support/service.js';
import { featureForSeven, turnOff, usageArrives } from './support.js';
import { until } from '../support/waiting.js';

/** `unleash-proxy-client`, like in a browser. */
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test.each([false, true])(
  'the browser SDK evaluates, sees a feature turned off, and reports (context in the body: %s)',
  async (usePOSTrequests) => {
    const appName = `browser-app-${usePOSTrequests}`;
    const feature = await featureForSeven(service);
    const sdk = new UnleashClient({
      url: `${service.url}/api/frontend`,
      clientKey: FRONTEND_TOKEN,
      appName,
      context: { userId: '7' },
      refreshInterval: 0.1,
      metricsInterval: 0.2,
      metricsIntervalInitial: 0.2,
      usePOSTrequests,
      fetch,
      storageProvider: new InMemoryStorageProvider(),
    });
    try {
      const errors: unknown[] = [];
      sdk.on('error', (error: unknown) => errors.push(error));
      await sdk.start();

      expect(sdk.isEnabled(feature)).toBe(true);
      expect(sdk.getVariant(feature)).toMatchObject({
        name: 'blue',
        enabled: true,
        payload: { type: 'string', value: '#00f' },
      });
      await sdk.updateContext({ userId: '8' });
      await until(() => !sdk.isEnabled(feature));
      await sdk.updateContext({ userId: '7' });
      await until(() => sdk.isEnabled(feature));
      await turnOff(service, feature);
      await until(() => !sdk.isEnabled(feature));
      await usageArrives(service, feature, appName);
      expect(errors).toEqual([]);
    } finally {
      sdk.stop();
    }
  },
);
