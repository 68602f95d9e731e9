import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import type { TestService } from '../../../support/service.js';

export const EXPORT = '/api/admin/features-batch/export';
export const VALIDATE = '/api/admin/features-batch/validate';
export const IMPORT = '/api/admin/features-batch/import';

export const segment = async (service: TestService, name: string): Promise<number> =>
  (await service.api.post('/api/admin/segments', { name, constraints: [] }).expect(201)).body.id;
export const context = (service: TestService, name: string, ...values: string[]) =>
  service.api
    .post('/api/admin/context', { name, legalValues: values.map((value) => ({ value })) })
    .expect(201);
/** Uses of tokens are left out, because they are recorded some time later. */
export const newest = (service: TestService, after: string) =>
  service.sql<{ type: string; project: string | null; environment: string | null; data: unknown }>(
    `SELECT type, project, environment, data FROM event
      WHERE id > $1 AND type <> 'api-token-used' ORDER BY id`,
    [after],
  );
export const lastEvent = async (service: TestService): Promise<string> =>
  (await service.sql<{ id: string }>('SELECT COALESCE(max(id), 0) AS id FROM event'))[0]!.id;
const strategy = (service: TestService, feature: string, body: object) =>
  service.api.post(`${at(feature, 'development')}/strategies`, body).expect(200);

/** Creates a feature with all kinds of parts, and a parent that it depends on. */
export async function rich(source: TestService, { enabled = true } = {}) {
  const [region, segmentName] = [unique('region'), unique('segment')];
  const parent = await source.given.feature();
  const feature = await source.given.feature({
    type: 'experiment',
    description: 'with everything',
    impressionData: true,
    stale: true,
    tags: [{ type: 'simple', value: 'all of it' }],
  });
  await context(source, region, 'north', 'south');
  const segmentId = await segment(source, segmentName);
  await strategy(source, feature, {
    name: 'flexibleRollout',
    title: 'north',
    parameters: { rollout: '25', stickiness: 'sessionId', groupId: 'a group' },
    constraints: [{ contextName: region, operator: 'IN', values: ['north'] }],
    segments: [segmentId],
    variants: ['red', 'green', 'blue'].map((name) => ({
      name,
      weight: 1,
      weightType: 'variable',
      stickiness: 'userId',
    })),
  });
  await strategy(source, feature, { name: 'default', disabled: true });
  const variants = ['c', 'b', 'a'].map((name) => ({
    name,
    weight: 1,
    stickiness: 'random',
    payload: { type: 'number', value: '1' },
  }));
  await source.api.put(`${at(feature)}/variants`, variants).expect(200);
  await source.api
    .post(`${at(feature)}/dependencies`, { feature: parent, variants: ['blue'] })
    .expect(200);
  const link = { url: 'https://example.com/7', title: 'Ticket 7' };
  await source.api.post(`${at(feature)}/link`, link).expect(204);
  if (enabled) await source.api.post(`${at(feature, 'development')}/on`).expect(200);
  return { parent, feature, region, segmentName };
}

export const exported = async (
  source: TestService,
  features: string[],
  environment = 'development',
) => (await source.api.post(EXPORT, { environment, features }).expect(200)).body;
export const arrives = (data: object, environment = 'development', project = 'default') => ({
  project,
  environment,
  data,
});
/** An export file with only these parts. */
export const file = (parts: object): object => ({
  features: [],
  featureStrategies: [],
  tagTypes: [],
  ...parts,
});
/** A feature without what differs between instances: ids, times and people. */
export async function shown(service: TestService, feature: string) {
  const { body } = await service.api.get(at(feature)).expect(200);
  const { type, description, stale, impressionData, tags, links = [], dependencies } = body;
  const place = body.environments.find((one: { name: string }) => one.name === 'development');
  const names = new Map(
    (await service.sql<{ id: number; name: string }>('SELECT id, name FROM segment')).map(
      ({ id, name }) => [id, name],
    ),
  );
  const strategies = place.strategies.map((one: { segments: number[] }) => ({
    ...one,
    id: undefined,
    segments: one.segments.map((id) => names.get(id)),
  }));
  return {
    type,
    description,
    stale,
    impressionData,
    tags,
    links: links.map(({ url, title }: { url: string; title: string }) => ({ url, title })),
    dependencies,
    enabled: place.enabled,
    variants: place.variants,
    strategies,
  };
}
