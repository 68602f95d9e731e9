// The proxy in its own process, as it is deployed, since it cannot stop everything that it starts.
// Prints the port that it listens on.
import { createApp } from '@unleash/proxy';

const { UNLEASH_URL, UNLEASH_API_TOKEN } = process.env;
const server = createApp({
  unleashUrl: UNLEASH_URL,
  unleashApiToken: UNLEASH_API_TOKEN,
  unleashAppName: 'proxy-app',
  clientKeys: ['key'],
  refreshInterval: 100,
  metricsInterval: 100,
  logLevel: 'error',
  storageProvider: { get: async () => undefined, set: async () => undefined },
}).listen(0, '127.0.0.1', () => console.log(server.address().port));
