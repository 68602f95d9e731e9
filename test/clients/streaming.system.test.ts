import { Unleash, type UnleashConfig } from 'unleash-client';
import { at } from '../support/api.js';
import { CLIENT_TOKEN, TestService } from '../support/service.js';
import { featureForSeven, turnOff } from './support.js';
import { until } from '../support/waiting.js';
import { endSdk } from '../support/sdk.js';

/** `unleash-client` in the modes with delta support. */
let service: TestService;
beforeAll(async () => (service = await TestService.start()));
afterAll(() => service.stop());

const SEVEN = { userId: '7' };
const MODES: Record<string, UnleashConfig['experimentalMode']> = {
  streaming: { type: 'streaming' },
  delta: { type: 'polling', format: 'delta' },
};

async function start(
  experimentalMode: UnleashConfig['experimentalMode'],
  url = service.url,
): Promise<{ sdk: Unleash; errors: unknown[] }> {
  const errors: unknown[] = [];
  const sdk = new Unleash({
    appName: 'streaming-app',
    url: `${url}/api/`,
    customHeaders: { Authorization: CLIENT_TOKEN },
    experimentalMode,
    refreshInterval: 100,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => undefined },
  });
  sdk.on('error', (error) => errors.push(error)).on('warn', (warning) => errors.push(warning));
  await new Promise((resolve) => sdk.once('synchronized', resolve));
  return { sdk, errors };
}

test.each(Object.entries(MODES))(
  'the Node SDK follows all that happens to a feature: %s',
  async (_, mode) => {
    const feature = await featureForSeven(service);
    const { sdk, errors } = await start(mode);
    try {
      expect(sdk.isEnabled(feature, SEVEN)).toBe(true);
      expect(sdk.isEnabled(feature, { userId: '8' })).toBe(false);
      await turnOff(service, feature);
      await until(() => !sdk.isEnabled(feature, SEVEN));

      const constraints = [{ contextName: 'userId', operator: 'IN', values: ['8'] }];
      const segment = (
        await service.api
          .post('/api/admin/segments', { name: `of ${feature}`, constraints })
          .expect(201)
      ).body.id as number;
      const other = await service.given.feature();
      await service.api
        .post(`${at(other, 'development')}/strategies`, { name: 'default', segments: [segment] })
        .expect(200);
      await service.api.post(`${at(other, 'development')}/on`).expect(200);
      await until(() => sdk.isEnabled(other, { userId: '8' }));
      expect(sdk.isEnabled(other, SEVEN)).toBe(false);
      await service.api
        .put(`/api/admin/segments/${segment}`, {
          name: `of ${feature}`,
          constraints: [{ ...constraints[0], values: ['7'] }],
        })
        .expect(204);
      await until(() => sdk.isEnabled(other, SEVEN));
      await service.api.delete(at(other)).expect(202);
      await until(() => sdk.getFeatureToggleDefinition(other) === undefined);
      expect(errors).toEqual([]);
    } finally {
      endSdk(sdk);
    }
  },
);

test('the Node SDK polls where there are no more streams', async () => {
  const small = await service.beside({ CLIENT_STREAMS_MAX: '0' });
  const feature = await featureForSeven(service);
  const { sdk } = await start(MODES['streaming'], small.url);
  try {
    await until(() => sdk.isEnabled(feature, SEVEN));
    await turnOff(service, feature);
    await until(() => !sdk.isEnabled(feature, SEVEN));
  } finally {
    endSdk(sdk);
    await small.stop();
  }
});
