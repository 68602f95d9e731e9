import { Unleash } from 'unleash-client';
import type { Api } from '../../../support/api.js';
import { at } from '../../../support/api.js';
import type { TestService } from '../../../support/service.js';

export const PLAYGROUND = '/api/admin/playground';

/** A context that is sufficient for every request. */
export const CONTEXT = { appName: 'test' };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are checked against OpenAPI, and here by what is expected
type Body = any;

/** The playground's result for a feature. */
export async function tried(
  api: Api,
  feature: string,
  context: object = {},
  environment = 'development',
): Promise<Body> {
  const { body } = await api
    .post(PLAYGROUND, { environment, context: { ...CONTEXT, ...context } })
    .expect(200);
  return body.features.find((one: { name: string }) => one.name === feature);
}

/**
 * Creates a feature in the project `default` that is on in development with these strategies.
 * @returns Its name, and the ids of the strategies.
 */
export async function withStrategies(
  service: TestService,
  ...strategies: object[]
): Promise<{ feature: string; ids: string[] }> {
  const feature = await service.given.feature();
  const ids: string[] = [];
  for (const one of strategies)
    ids.push(
      (await service.api.post(`${at(feature, 'development')}/strategies`, one).expect(200)).body.id,
    );
  await service.api.post(`${at(feature, 'development')}/on`).expect(200);
  return { feature, ids };
}

/** Creates a context field for constraints. */
export async function contextField(service: TestService, name: string): Promise<string> {
  await service.api.post('/api/admin/context', { name }).expect(201);
  return name;
}

/** The official SDK as applications run it, with the features that the service sends to SDKs. */
export async function sdk(service: TestService, environment = 'development'): Promise<Unleash> {
  const { body } = await service.api
    .get(`/api/client/features?environment=${environment}`)
    .set('Unleash-Client-Spec', '5.1.0')
    .expect(200);
  const { features, segments } = body;
  const unleash = new Unleash({
    appName: 'test',
    environment,
    url: 'http://unused.invalid',
    refreshInterval: 0,
    disableMetrics: true,
    disableAutoStart: true,
    skipInstanceCountWarning: true,
    bootstrap: { data: features, segments },
    storageProvider: { get: async () => undefined, set: async () => undefined },
  });
  // What start() does, without fetching.
  await (
    unleash as unknown as { repository: { loadBootstrap(): Promise<void> } }
  ).repository.loadBootstrap();
  // Without features it never gets ready, and says of all that they are off.
  if (features.length > 0) await new Promise((resolve) => unleash.once('ready', resolve));
  return unleash;
}
