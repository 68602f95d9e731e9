import { readFileSync } from 'node:fs';
import {
  accessTo,
  give,
  group,
  MEMBER,
  OWNER,
  rolesIn,
  somebody,
} from '../../../support/access.js';
import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { BUTTON, schemaPath, withSchema } from '../../../support/payload-schema-scene.js';
import { TestService } from '../../../support/service.js';
import { latestEvent } from '../../../support/undoing.js';
import { Inverses } from '../../../../src/safety/undo/inverses.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A change of one type to a new object. */
interface Scene {
  /** Paths that read the state. */
  reads: string[];
  change: () => Promise<unknown>;
  /** Properties of the state that undoing does not restore. */
  except?: string[];
}

const latest = (type: string): Promise<number> => latestEvent(service, type);

/** The states that paths return; null for what does not exist. */
async function stateOf({ reads, except = [] }: Scene): Promise<unknown> {
  const bodies = [];
  for (const path of reads) {
    const { status, body } = await service.api.get(path);
    bodies.push(status === 404 ? null : body);
  }
  return JSON.parse(
    JSON.stringify(bodies, (key, value) =>
      key === 'archivedAt'
        ? value !== null
        : [...except, 'updatedAt', 'addedAt', 'stats'].includes(key)
          ? undefined
          : value,
    ),
  );
}

/** @returns The id of the first event of the inverse change. */
const undo = async (id: number, scope: string): Promise<number> => {
  const { body, status } = await service.api.post(`/api/admin/events/${id}/undo?scope=${scope}`);
  expect({ body, status }).toMatchObject({ status: 200 });
  return body.events[0].id as number;
};

const feature = (options = {}) => service.given.feature({ enabledIn: ['production'], ...options });
const linked = async (): Promise<{ name: string; link: string }> => {
  const name = await feature();
  const path = `${FEATURES}/${name}/link`;
  await service.api.post(path, { url: 'https://example.com/before', title: 'Before' }).expect(204);
  const { body } = await service.api.get(`${FEATURES}/${name}`).expect(200);
  return { name, link: `${path}/${body.links[0].id}` };
};
const shown = (name: string): string[] => [
  `${FEATURES}/${name}`,
  `${at(name, 'production')}/strategies`,
  `/api/admin/features/${name}/tags`,
];
const strategies = (name: string): string => `${at(name, 'production')}/strategies`;
const strategy = async (name: string, properties: object = {}): Promise<string> => {
  const body = {
    name: 'flexibleRollout',
    title: 'Half of them',
    parameters: { rollout: '50', stickiness: 'default', groupId: name },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7', '8'] }],
    variants: [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }],
    ...properties,
  };
  return (await service.api.post(strategies(name), body).expect(200)).body.id;
};
const segment = async (properties: object = {}): Promise<number> =>
  (
    await service.api
      .post('/api/admin/segments', {
        name: unique('segment'),
        description: 'Some',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
        ...properties,
      })
      .expect(201)
  ).body.id;
const field = async (): Promise<string> => {
  const name = unique('field');
  const body = { name, description: 'A field', stickiness: true, legalValues: [{ value: 'a' }] };
  await service.api.post('/api/admin/context', body).expect(201);
  return name;
};
const variants = (...names: string[]) =>
  names.map((name) => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' }));
/** A project with an owner. */
const owned = async (): Promise<string> => {
  const project = await service.given.project();
  const { id } = await somebody(service);
  await give(service, project, [OWNER], { users: [id] });
  return project;
};
const DEFAULT_STRATEGY = '/api/admin/projects/default/environments/development/default-strategy';

const SCENES: Record<string, () => Promise<Scene>> = {
  'feature-environment-enabled': async () => {
    const name = await feature();
    await service.api.post(`${at(name, 'production')}/off`).expect(200);
    const change = () => service.api.post(`${at(name, 'production')}/on`).expect(200);
    return { reads: shown(name), change };
  },
  'feature-environment-disabled': async () => {
    const name = await feature();
    const change = () => service.api.post(`${at(name, 'production')}/off`).expect(200);
    return { reads: shown(name), change };
  },
  'feature-strategy-add': async () => {
    const name = await feature();
    return { reads: shown(name), change: () => strategy(name) };
  },
  'feature-strategy-update': async () => {
    const name = await feature();
    const id = await strategy(name, { segments: [await segment()] });
    const body = { name: 'default', title: null, parameters: {}, segments: [] };
    const change = () => service.api.put(`${strategies(name)}/${id}`, body).expect(200);
    return { reads: shown(name), change };
  },
  'feature-strategy-remove': async () => {
    const name = await feature();
    const id = await strategy(name, { sortOrder: 0, segments: [await segment()] });
    const change = () => service.api.delete(`${strategies(name)}/${id}`).expect(200);
    return { reads: shown(name), change };
  },
  'strategy-order-changed': async () => {
    const name = await feature();
    const ids = [await strategy(name), await strategy(name)];
    const order = ids.map((id, n) => ({ id, sortOrder: 20 - n }));
    const change = () => service.api.post(`${strategies(name)}/set-sort-order`, order).expect(200);
    return { reads: shown(name), change };
  },
  'feature-environment-variants-updated': async () => {
    const name = await feature();
    const path = `${FEATURES}/${name}/variants`;
    await service.api.put(path, variants('one', 'two')).expect(200);
    const change = () =>
      service.api.put(`${at(name, 'production')}/variants`, variants('three')).expect(200);
    return { reads: [...shown(name), `${at(name, 'production')}/variants`], change };
  },
  'feature-metadata-updated': async () => {
    const name = await feature({ description: 'Before' });
    const body = { type: 'kill-switch', description: 'After', impressionData: true, stale: true };
    const change = () => service.api.put(`${FEATURES}/${name}`, body).expect(200);
    return { reads: shown(name), change };
  },
  'feature-stale-on': async () => {
    const name = await feature();
    const body = { features: [name], stale: true };
    const change = () => service.api.post('/api/admin/projects/default/stale', body).expect(202);
    return { reads: shown(name), change };
  },
  'feature-stale-off': async () => {
    const name = await feature({ stale: true });
    const body = { features: [name], stale: false };
    const change = () => service.api.post('/api/admin/projects/default/stale', body).expect(202);
    return { reads: shown(name), change };
  },
  'feature-tagged': async () => {
    const name = await feature();
    const tag = { type: 'simple', value: unique('tag') };
    const change = () => service.api.post(`/api/admin/features/${name}/tags`, tag).expect(201);
    return { reads: shown(name), change };
  },
  'feature-untagged': async () => {
    const name = await feature();
    const value = unique('tag');
    const path = `/api/admin/features/${name}/tags`;
    await service.api.post(path, { type: 'simple', value }).expect(201);
    const change = () => service.api.delete(`${path}/simple/${value}`).expect(200);
    return { reads: shown(name), change };
  },
  'feature-link-added': async () => {
    const name = await feature();
    const body = { url: 'https://example.com/added' };
    const change = () => service.api.post(`${FEATURES}/${name}/link`, body).expect(204);
    return { reads: shown(name), change };
  },
  'feature-link-updated': async () => {
    const { name, link } = await linked();
    const change = () => service.api.put(link, { url: 'https://example.com/changed' }).expect(204);
    return { reads: shown(name), change };
  },
  'feature-payload-schema-added': async () => {
    const path = schemaPath(await feature());
    return { reads: [path], change: () => service.api.put(path, { schema: BUTTON }).expect(200) };
  },
  'feature-payload-schema-updated': async () => {
    const path = schemaPath(await withSchema(service));
    return { reads: [path], change: () => service.api.put(path, { schema: {} }).expect(200) };
  },
  'feature-payload-schema-removed': async () => {
    const path = schemaPath(await withSchema(service));
    return { reads: [path], change: () => service.api.delete(path).expect(204) };
  },
  'feature-project-change': async () => {
    const name = await feature();
    const newProjectId = await service.given.project();
    const change = () =>
      service.api.post(`${FEATURES}/${name}/changeProject`, { newProjectId }).expect(200);
    return { reads: shown(name), change };
  },
  'feature-link-removed': async () => {
    const { name, link } = await linked();
    return { reads: shown(name), change: () => service.api.delete(link).expect(204) };
  },
  'tag-created': async () => {
    const tag = { type: 'simple', value: unique('tag') };
    return { reads: ['/api/admin/tags'], change: () => service.api.post('/api/admin/tags', tag) };
  },
  'tag-deleted': async () => {
    const tag = { type: 'simple', value: unique('tag') };
    await service.api.post('/api/admin/tags', tag).expect(201);
    const change = () => service.api.delete(`/api/admin/tags/simple/${tag.value}`).expect(200);
    return { reads: ['/api/admin/tags'], change };
  },
  'feature-dependency-added': async () => {
    const [child, first, second] = [await feature(), await feature(), await feature()];
    const path = `${FEATURES}/${child}/dependencies`;
    await service.api.post(path, { feature: first, enabled: false }).expect(200);
    const change = () =>
      service.api.post(path, { feature: second, variants: ['blue'] }).expect(200);
    return { reads: shown(child), change };
  },
  'feature-dependency-removed': async () => {
    const [child, parent] = [await feature(), await feature()];
    const path = `${FEATURES}/${child}/dependencies`;
    await service.api.post(path, { feature: parent, variants: ['blue'] }).expect(200);
    const change = () => service.api.delete(`${path}/${parent}`).expect(200);
    return { reads: shown(child), change };
  },
  'feature-dependencies-removed': async () => {
    const [child, parent] = [await feature(), await feature()];
    const path = `${FEATURES}/${child}/dependencies`;
    await service.api.post(path, { feature: parent, enabled: false }).expect(200);
    const change = () => service.api.delete(path).expect(200);
    return { reads: shown(child), change };
  },
  'feature-archived': async () => {
    const name = await feature();
    const change = () => service.api.delete(`${FEATURES}/${name}`).expect(202);
    return { reads: shown(name), change, except: ['lifecycle'] };
  },
  'feature-revived': async () => {
    const name = await service.given.feature();
    await service.api.delete(`${FEATURES}/${name}`).expect(202);
    const change = () => service.api.post(`/api/admin/archive/revive/${name}`).expect(200);
    return { reads: shown(name), change, except: ['lifecycle'] };
  },
  'project-updated': async () => {
    const id = await service.given.project({ description: 'Before' });
    const body = { name: 'After', description: 'After', mode: 'private', featureLimit: 9 };
    const change = () => service.api.put(`/api/admin/projects/${id}`, body).expect(200);
    return { reads: [`/api/admin/projects/${id}/overview`, `/api/admin/projects/${id}`], change };
  },
  'project-updated, its link templates': async () => {
    const id = await service.given.project();
    const path = `/api/admin/projects/${id}/settings`;
    const templates = (name: string) => ({
      linkTemplates: [{ title: name, urlTemplate: `https://example.com/${name}` }],
    });
    await service.api.put(path, templates('before')).expect(200);
    const change = () => service.api.put(path, templates('after')).expect(200);
    return { reads: [`/api/admin/projects/${id}/overview`], change };
  },
  'project-updated, its confirmations': async () => {
    const id = await service.given.project();
    const path = `/api/admin/projects/${id}/confirmation`;
    const change = () => service.api.put(path, { inProduction: 'always' }).expect(200);
    return { reads: [path], change };
  },
  'project-updated, its guard': async () => {
    const id = await service.given.project();
    const path = `/api/admin/projects/${id}/guard`;
    const change = () => service.api.put(path, { guard: 'block' }).expect(200);
    return { reads: [path], change };
  },
  'project-environment-added': async () => {
    const id = await service.given.project();
    const environment = await service.given.environment();
    const path = `/api/admin/projects/${id}/environments`;
    const change = () => service.api.post(path, { environment }).expect(200);
    return { reads: [`/api/admin/projects/${id}/overview`], change };
  },
  'project-environment-removed': async () => {
    const id = await service.given.project();
    const name = unique();
    const path = `/api/admin/projects/${id}`;
    await service.api.post(`${path}/features`, { name }).expect(201);
    const place = `${path}/environments/production`;
    const body = { name: 'flexibleRollout', parameters: { rollout: '10' }, constraints: [] };
    await service.api.post(`${place}/default-strategy`, body).expect(200);
    const feature = `${path}/features/${name}`;
    await service.api.post(`${feature}/environments/production/on`).expect(200);
    const change = () => service.api.delete(place).expect(200);
    return { reads: [`${path}/overview`, feature], change };
  },
  'project-archived': async () => {
    const id = await service.given.project();
    const change = () => service.api.post(`/api/admin/projects/archive/${id}`).expect(200);
    return { reads: [`/api/admin/projects/${id}/overview`], change };
  },
  'project-revived': async () => {
    const id = await service.given.project();
    await service.api.post(`/api/admin/projects/archive/${id}`).expect(200);
    const change = () => service.api.post(`/api/admin/projects/revive/${id}`).expect(200);
    return { reads: [`/api/admin/projects/${id}/overview`], change };
  },
  'default-strategy-updated': async () => {
    const body = { name: 'flexibleRollout', parameters: { rollout: '10' }, constraints: [] };
    const change = () => service.api.post(DEFAULT_STRATEGY, body).expect(200);
    return { reads: ['/api/admin/projects/default/overview'], change };
  },
  'environment-updated': async () => {
    const name = await service.given.environment();
    const body = { type: 'production', sortOrder: 77 };
    const change = () =>
      service.api.put(`/api/admin/environments/update/${name}`, body).expect(200);
    return { reads: [`/api/admin/environments/${name}`], change };
  },
  'segment-created': async () => {
    let id = 0;
    const change = async (): Promise<void> => void (id = await segment());
    return { reads: ['/api/admin/segments'], change: () => change().then(() => id) };
  },
  'segment-updated': async () => {
    const id = await segment();
    const body = {
      name: unique('segment'),
      description: null,
      project: 'default',
      constraints: [],
    };
    const change = () => service.api.put(`/api/admin/segments/${id}`, body).expect(204);
    return { reads: [`/api/admin/segments/${id}`], change };
  },
  'segment-deleted': async () => {
    const id = await segment({ project: 'default' });
    const change = () => service.api.delete(`/api/admin/segments/${id}`).expect(204);
    return { reads: [`/api/admin/segments/${id}`], change };
  },
  'context-field-created': async () => ({
    reads: ['/api/admin/context'],
    change: field,
  }),
  'context-field-updated': async () => {
    const name = await field();
    const body = { description: 'Changed', stickiness: false, legalValues: [] };
    const change = () => service.api.put(`/api/admin/context/${name}`, body).expect(200);
    return { reads: [`/api/admin/context/${name}`], change };
  },
  'context-field-deleted': async () => {
    const name = await field();
    const change = () => service.api.delete(`/api/admin/context/${name}`).expect(200);
    return { reads: [`/api/admin/context/${name}`], change };
  },
  'context-field-updated, of a project': async () => {
    const path = `/api/admin/projects/${await service.given.project()}/context`;
    const { body } = await service.api.post(path, { name: unique('field') }).expect(201);
    const one = `${path}/${body.name}`;
    const change = () => service.api.put(one, { description: 'Changed' }).expect(200);
    return { reads: [one, path], change };
  },
  'context-field-deleted, of a project': async () => {
    const path = `/api/admin/projects/${await service.given.project()}/context`;
    const { body } = await service.api.post(path, { name: unique('field') }).expect(201);
    const one = `${path}/${body.name}`;
    const change = () => service.api.delete(one).expect(200);
    return { reads: [one, path], change };
  },
  'project-access-added': async () => {
    const project = await owned();
    const [one, other] = [await somebody(service), await somebody(service)];
    await give(service, project, [MEMBER], { users: [one.id] });
    const change = () => give(service, project, [MEMBER, OWNER], { users: [one.id, other.id] });
    return { reads: [accessTo(project)], change };
  },
  'project-access-updated': async () => {
    const project = await owned();
    const [one, members] = [await somebody(service), await group(service)];
    await give(service, project, [OWNER], { users: [one.id], groups: [members] });
    const roles = [{ id: MEMBER, users: [one.id], groups: [] }];
    const change = () => service.api.put(accessTo(project), { roles }).expect(200);
    return { reads: [accessTo(project)], change };
  },
  'project-access-user-roles-updated': async () => {
    const project = await owned();
    const { id } = await somebody(service);
    await give(service, project, [MEMBER], { users: [id] });
    const change = () =>
      service.api.put(rolesIn(project, 'users', id), { roles: [OWNER] }).expect(200);
    return { reads: [accessTo(project)], change };
  },
  'project-access-user-roles-deleted': async () => {
    const project = await owned();
    const { id } = await somebody(service);
    await give(service, project, [MEMBER], { users: [id] });
    const change = () => service.api.delete(rolesIn(project, 'users', id)).expect(200);
    return { reads: [accessTo(project)], change };
  },
  'project-access-group-roles-updated': async () => {
    const project = await owned();
    const id = await group(service);
    await give(service, project, [MEMBER], { groups: [id] });
    const change = () =>
      service.api.put(rolesIn(project, 'groups', id), { roles: [OWNER] }).expect(200);
    return { reads: [accessTo(project)], change };
  },
  'project-access-group-roles-deleted': async () => {
    const project = await owned();
    const id = await group(service);
    await give(service, project, [MEMBER], { groups: [id] });
    const change = () => service.api.delete(rolesIn(project, 'groups', id)).expect(200);
    return { reads: [accessTo(project)], change };
  },
};

test('every type that can be undone is tested and documented, and no other', async () => {
  const { table } = service.service.app.get(Inverses, { strict: false });
  const types = Object.keys(table).sort();
  const tested = Object.keys(SCENES).map((scene) => scene.split(',')[0]!);
  expect([...new Set(tested)].sort()).toEqual(types);
  const guide = readFileSync('docs/administer/turn-off-without-fear.md', 'utf8');
  const section = guide.slice(guide.indexOf('## Undoing'));
  const rows = [...section.matchAll(/^\| (`[a-z`, -]+`) +\|/gm)].map(([, cell]) => cell!);
  const documented = rows.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)]);
  expect(documented.map(([, type]) => type!).sort()).toEqual(types);
});

describe('undoing an event restores what was before, and undoing that what it left:', () => {
  test.each(Object.keys(SCENES))('%s', async (type) => {
    const scene = await SCENES[type]!();
    const before = await stateOf(scene);
    await scene.change();
    const after = await stateOf(scene);
    expect(after).not.toEqual(before);
    const id = await latest(type.split(',')[0]!);
    const preview = await service.api.get(`/api/admin/events/${id}/undo`).expect(200);
    expect(preview.body).toMatchObject({ isPossible: true, reason: null, undone: [id] });
    expect(await stateOf(scene)).toEqual(after);
    const undone = await undo(id, 'event');
    expect(await stateOf(scene)).toEqual(before);
    // Again and again: nothing gets lost on the way.
    for (let first = undone, round = 0; round < 2; round++) {
      const redone = await undo(first, 'change');
      expect(await stateOf(scene)).toEqual(after);
      first = await undo(redone, 'change');
      expect(await stateOf(scene)).toEqual(before);
    }
  });
});
