// An application with Unleash's SDK, for journeys that end at the application.
import { setTimeout as sleep } from 'node:timers/promises';
import { Unleash } from 'unleash-client';

const WAIT_MS = 20_000;
const STEP_MS = 50;

/** A token of an environment for applications. */
export async function clientToken(service, environment = 'production') {
  const body = { tokenName: 'journey', type: 'client', environment, projects: ['*'] };
  return (await service.call('POST', '/api-tokens', body)).secret;
}

/** An application that has received all features. Close it afterwards. */
export async function connect(service, { token, appName }) {
  const sdk = new Unleash({
    appName,
    instanceId: `${appName}-1`,
    url: `${service.url}/api/`,
    customHeaders: { Authorization: token },
    experimentalMode: { type: 'streaming' },
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => undefined },
  });
  sdk.on('error', () => undefined);
  await new Promise((resolve) => sdk.once('synchronized', resolve));
  return {
    isEnabled: (feature, context) => sdk.isEnabled(feature, context),
    variantOf: (feature, context) => sdk.getVariant(feature, context),
    until: (condition) => until(condition, appName),
    close: () => sdk.destroy(),
  };
}

async function until(condition, appName) {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(STEP_MS))
    if (condition()) return;
  throw new Error(`The SDK of ${appName} does not get the change.`);
}
