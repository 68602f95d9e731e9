import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import type { Api } from '../../../support/api.js';
import { CLIENT_TOKEN, type TestService } from '../../../support/service.js';

/** Writes everything that was reported so far. */
export const written = (service: TestService): Promise<void> =>
  service.service.app.get(UsageWriter).write();

/** The body of a usage report, by default of a period that ends now. */
export const report = (
  toggles: object,
  { stop = new Date(), ...rest }: { stop?: Date | string | number; [key: string]: unknown } = {},
) => ({
  appName: 'shop',
  instanceId: 'shop-1',
  bucket: { start: new Date(Date.now() - 60_000), stop, toggles },
  ...rest,
});

/** The body of a registration. */
export const registration = (rest: object = {}) => ({
  appName: 'shop',
  instanceId: 'shop-1',
  sdkVersion: 'unleash-client-node:6.0.0',
  strategies: ['default'],
  started: new Date(),
  interval: 15_000,
  ...rest,
});

/** The API with a client token for development. */
export const sdk = (service: TestService): Api => service.api.as({ token: CLIENT_TOKEN });

/** Creates a client token for an environment. */
export async function tokenOf(
  service: TestService,
  environment: string,
  project = '*',
): Promise<string> {
  const token = {
    tokenName: `of ${environment}`,
    type: 'client',
    environment,
    projects: [project],
  };
  return (await service.api.post('/api/admin/api-tokens', token).expect(201)).body.secret as string;
}

/** The buckets of a feature, oldest first. */
export const bucketsOf = (service: TestService, feature: string) =>
  service.sql(
    `SELECT app_name AS "appName", environment, yes::int, no::int,
            (SELECT jsonb_object_agg(v.variant, v.count) FROM client_metric_variant v
              WHERE (v.feature_name, v.app_name, v.environment, v.hour) = (m.feature_name, m.app_name, m.environment, m.hour)) AS variants
       FROM client_metric m WHERE feature_name = $1 ORDER BY hour, app_name, environment`,
    [feature],
  );

/** All buckets, once everything is written. */
export async function countedUsage(service: TestService): Promise<object[]> {
  await written(service);
  return service.sql(
    'SELECT feature_name, app_name, environment, hour, yes, no FROM client_metric ORDER BY 1, 2, 3, 4',
  );
}

/** The number of lost counters for a reason, from the metrics. */
export async function lostUsage(service: TestService, reason: string): Promise<number> {
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  return Number(
    new RegExp(`^client_metrics_lost_total\\{reason="${reason}"\\} (\\d+)`, 'm').exec(text)?.[1] ??
      0,
  );
}

/** The names of all applications, once everything is written. */
export async function namesOfApplications(service: TestService): Promise<string[]> {
  await written(service);
  return (
    await service.sql<{ app_name: string }>('SELECT app_name FROM client_application ORDER BY 1')
  ).map((row) => row.app_name);
}
