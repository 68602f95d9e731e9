import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { aged, inProject } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Application {
  name: string;
  environments: string[];
  instances: string[];
  sdks: { name: string; versions: string[] }[];
}
const page = async (
  project: string,
  query = '',
): Promise<{ total: number; applications: Application[] }> =>
  (await service.api.get(inProject(project, `applications${query}`)).expect(200)).body;
const names = async (project: string, query = ''): Promise<string[]> =>
  (await page(project, query)).applications.map((application) => application.name);

/** Stores usage of a feature like the metrics writer does. */
const used = (
  feature: string,
  application: string,
  environment = 'development',
  hoursAgo = 0,
): Promise<object[]> =>
  service.sql(
    `INSERT INTO client_metric AS m (feature_name, app_name, environment, hour, yes) VALUES ($1, $2, $3, date_trunc('hour', now()) - $4 * interval '1 hour', 1)
     ON CONFLICT (feature_name, environment, hour, app_name) DO UPDATE SET yes = m.yes + 1`,
    [feature, application, environment, hoursAgo],
  );
/** Stores an instance like the writer of registrations does. */
const registered = async (
  application: string,
  instance: string,
  sdk: string | null,
  environment = 'development',
  daysAgo = 0,
) => {
  await service.sql(
    'INSERT INTO client_application (app_name) VALUES ($1) ON CONFLICT DO NOTHING',
    [application],
  );
  await service.sql(
    `INSERT INTO client_instance (app_name, environment, instance_id, sdk_version, seen_at) VALUES ($1, $2, $3, $4, now() - $5 * interval '1 day')`,
    [application, environment, instance, sdk, daysAgo],
  );
};

/** Creates a project whose only feature is used by some applications. */
async function projectUsedBy(...applications: string[]): Promise<string> {
  const project = await service.given.project();
  const feature = await aged(service, project, 1);
  for (const application of applications) await used(feature, application);
  return project;
}

describe('applications', () => {
  test('are shown with where they use features, with their instances there and the SDKs of these', async () => {
    const [project, shop, till] = [await service.given.project(), unique('shop'), unique('till')];
    const [first, second] = [await aged(service, project, 1), await aged(service, project, 1)];
    for (const feature of [first, first, second]) await used(feature, shop, 'production');
    await used(first, shop, 'development');
    await used(second, till);
    await registered(shop, 'b', 'unleash-client-node:5.5.0', 'production');
    await registered(shop, 'a', 'unleash-client-node:6.0.0', 'production');
    await registered(shop, 'c', 'unleash-client-node:5.5.0', 'development');
    await registered(shop, 'd', 'unleash-client-java:10.0.0', 'development');
    await registered(shop, 'e', null, 'development');
    await registered(shop, 'f', 'homemade', 'development');
    await registered(shop, 'elsewhere', 'unleash-client-go:4.5.0', 'default');
    await registered(shop, 'gone', 'unleash-client-php:2.9.0', 'production', 3);
    expect(await page(project)).toEqual({
      total: 2,
      applications: [
        {
          name: shop,
          environments: ['development', 'production'],
          instances: ['a', 'b', 'c', 'd', 'e', 'f'],
          sdks: [
            { name: 'homemade', versions: [] },
            { name: 'unleash-client-java', versions: ['10.0.0'] },
            { name: 'unleash-client-node', versions: ['5.5.0', '6.0.0'] },
          ],
        },
        { name: till, environments: ['development'], instances: [], sdks: [] },
      ],
    });
  });

  test('are those of the project, that used its live features of late', async () => {
    const [project, other] = [await service.given.project(), await service.given.project()];
    const [feature, archived, foreign] = await Promise.all(
      [project, project, other].map((id) => aged(service, id, 1)),
    );
    await used(feature!, 'of-late', 'development', 29 * 24);
    await used(feature!, 'long-ago', 'development', 31 * 24);
    await used(archived!, 'of-the-past');
    await used(foreign!, 'of-another');
    await used(unique('unknown'), 'of-nobody-knows-what');
    await service.api.delete(inProject(project, `features/${archived}`)).expect(202);
    expect(await names(project)).toEqual(['of-late']);
    await used(feature!, 'long-ago');
    await used(feature!, 'of-late', 'development', 40 * 24); // reported late: changes nothing
    expect(await names(project)).toEqual(['long-ago', 'of-late']);
  });

  test('come page by page, from either end', async () => {
    const project = await projectUsedBy('c', 'a', 'd', 'b');
    expect(await page(project, '?limit=1&offset=1')).toMatchObject({
      total: 4,
      applications: [{ name: 'b' }],
    });
    expect(await names(project, '?sortBy=name&sortOrder=desc&limit=3')).toEqual(['d', 'c', 'b']);
    expect(await page(project, '?offset=9')).toEqual({ total: 4, applications: [] });
    for (const query of [
      '?limit=0',
      '?limit=many',
      '?offset=-1',
      '?sortBy=colour&sortOrder=sideways',
      '?query=%20',
    ]) {
      expect(await names(project, query)).toEqual(['a', 'b', 'c', 'd']);
    }
    await service.api.get(inProject(project, 'applications?limit=1&limit=2')).expect(400);
  });

  test('are found by name, environment, instance and SDK, and by nothing that is a wildcard', async () => {
    const project = await projectUsedBy('Kiosk_1', 'kiosk-2');
    await registered('kiosk-2', 'pod-7f', 'unleash-client-ruby:5.0.0');
    expect(await names(project, '?query=kiosk')).toEqual(['Kiosk_1', 'kiosk-2']);
    expect(await names(project, '?query=K_1')).toEqual(['Kiosk_1']);
    expect(await names(project, '?query=Ruby')).toEqual(['kiosk-2']);
    expect(await names(project, '?query=POD-7')).toEqual(['kiosk-2']);
    expect(await names(project, '?query=develop')).toEqual(['Kiosk_1', 'kiosk-2']);
    expect(await page(project, '?query=%25')).toEqual({ total: 0, applications: [] });
  });

  test('are forgotten when they are deleted', async () => {
    const project = await projectUsedBy('kept', 'deleted');
    await registered('deleted', 'i', null);
    await service.sql(`DELETE FROM client_application WHERE app_name = 'deleted'`);
    expect(await names(project)).toEqual(['kept']);
    expect(await service.sql(`SELECT FROM client_instance WHERE app_name = 'deleted'`)).toEqual([]);
  });
});

describe('outdated SDKs', () => {
  const outdated = async (project: string): Promise<object[]> =>
    (await service.api.get(inProject(project, 'sdks/outdated')).expect(200)).body.sdks;

  test.each([
    ['unleash-client-node:5.3.1', true],
    ['unleash-client-node:5.3.2', false],
    ['unleash-client-node:5.3.2-beta.1', true],
    ['unleash-client-node:5.3.2+build', false],
    ['unleash-client-node:5.10.0', false],
    ['unleash-client-node:v4.9.9', true],
    ['unleash-client-java:10.0.0', false],
    ['unleash-client-java:9.1.9', true],
    ['unleash-client-node:latest', false],
    ['unleash-client-node:99999999999.0.0', false],
    ['unleash-client-node', false],
    ['unleash-node-sdk:6.6.0', false],
    ['homemade:0.0.1', false],
    ['', false],
  ])('%s: %s', async (sdk, expected) => {
    const application = unique('application');
    const project = await projectUsedBy(application);
    await registered(application, 'i', sdk);
    expect(await outdated(project)).toEqual(
      expected ? [{ sdkVersion: sdk, applications: [application] }] : [],
    );
  });

  test('are told with the applications that use features of the project with them', async () => {
    const project = await projectUsedBy('old-b', 'old-a', 'new');
    const sdk = 'unleash-client-ruby:4.0.0';
    await registered('old-b', '1', sdk);
    await registered('old-b', '2', sdk);
    await registered('old-b', '3', 'unleash-client-go:3.0.0');
    await registered('old-a', '1', sdk);
    await registered('old-a', 'gone', 'unleash-client-php:1.0.0', 'development', 3);
    await registered('new', '1', 'unleash-client-ruby:6.0.0');
    await registered('of-another-project', '1', sdk);
    expect(await outdated(project)).toEqual([
      { sdkVersion: 'unleash-client-go:3.0.0', applications: ['old-b'] },
      { sdkVersion: sdk, applications: ['old-a', 'old-b'] },
    ]);
  });
});
