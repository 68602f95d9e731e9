import { at } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

interface Link {
  id: string;
  url: string;
  title: string | null;
}

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const TICKET = { url: 'https://tracker.example.com/issues/7', title: 'Ticket 7' };
const DESIGN = { url: 'http://wiki.example.com/design?page=1#top' };
const pathOf = (feature: string): string => `${at(feature)}/link`;
const linksOf = async (feature: string): Promise<Link[]> =>
  (await service.api.get(at(feature)).expect(200)).body.links ?? [];
const linked = async (...links: object[]): Promise<string> => {
  const feature = await service.given.feature();
  for (const link of links) await service.api.post(pathOf(feature), link).expect(204);
  return feature;
};

test('a feature without links has no property for them, as in the reference', async () => {
  const feature = await service.given.feature();
  const { body } = await service.api.get(at(feature)).expect(200);
  expect(body).not.toHaveProperty('links');
});

describe('link templates of a project', () => {
  const withTemplates = async (linkTemplates: object[]): Promise<string> => {
    const project = await service.given.project();
    await service.api.put(`/api/admin/projects/${project}/settings`, { linkTemplates }).expect(200);
    return `/api/admin/projects/${project}/features`;
  };

  test('give new features their links, which are recorded', async () => {
    const path = await withTemplates([
      { title: 'Search', urlTemplate: 'https://search.example/{{project}}?q={{feature}}' },
      { urlTemplate: 'https://x.example/{{feature}}/{{feature}}' },
      { title: 'No host', urlTemplate: '/here/{{feature}}' },
      { urlTemplate: `https://long.example/${'x'.repeat(2_000)}` },
    ]);
    const feature = unique();
    await service.api.post(path, { name: feature }).expect(201);
    const { body } = await service.api.get(`${path}/${feature}`).expect(200);
    const project = body.project as string;
    expect(body.links).toEqual([
      {
        id: expect.any(String),
        title: 'Search',
        url: `https://search.example/${project}?q=${feature}`,
      },
      { id: expect.any(String), title: null, url: `https://x.example/${feature}/${feature}` },
    ]);
    expect(await eventsOf(service, feature, 'feature-link-added')).toMatchObject([
      { project, data: body.links[0] },
      { project, data: body.links[1] },
    ]);
    await service.api.delete(`${path}/${feature}/link/${body.links[0].id}`).expect(204);
    const copy = unique();
    await service.api.post(`${path}/${feature}/clone`, { name: copy }).expect(201);
    const { body: cloned } = await service.api.get(`${path}/${copy}`).expect(200);
    expect(cloned.links).toHaveLength(2);
  });

  test('give titles that end with a whole character', async () => {
    const title = `${'x'.repeat(254)}😀`;
    const path = await withTemplates([{ title, urlTemplate: 'https://example.com/{{feature}}' }]);
    const { body } = await service.api.post(path, { name: unique() }).expect(201);
    const { body: feature } = await service.api.get(`${path}/${body.name}`).expect(200);
    expect(feature.links).toMatchObject([{ title: 'x'.repeat(254) }]);
  });

  test('give a feature at most 50', async () => {
    const templates = Array.from({ length: 60 }, (_, n) => ({ urlTemplate: `https://e.com/${n}` }));
    const path = await withTemplates(templates);
    const feature = unique();
    await service.api.post(path, { name: feature }).expect(201);
    const { body } = await service.api.get(`${path}/${feature}`).expect(200);
    expect(body.links.map(({ url }: Link) => url)).toEqual(
      templates.slice(0, 50).map(({ urlTemplate }) => urlTemplate),
    );
  });
});

describe('adding a link', () => {
  test('shows it with the feature, after the others, and records it', async () => {
    const feature = await linked(TICKET, DESIGN);
    const links = await linksOf(feature);
    expect(links).toEqual([
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...TICKET },
      { id: expect.any(String), ...DESIGN, title: null },
    ]);
    expect(await eventsOf(service, feature, 'feature-link-added')).toMatchObject([
      { project: 'default', environment: null, data: links[0], preData: null },
      { project: 'default', environment: null, data: links[1], preData: null },
    ]);
  });

  test('is part of what turning off answers', async () => {
    const feature = await linked(TICKET);
    const { body } = await service.api.post(`${at(feature, 'development')}/off`).expect(200);
    expect(body.links).toEqual(await linksOf(feature));
  });

  test.each([
    ['no URL', { title: 'x' }],
    ['a script', { url: 'javascript:alert(1)' }],
    ['a path', { url: '/issues/7' }],
    ['blanks in the URL', { url: 'https://a b' }],
    ['a long URL', { url: `https://example.com/${'x'.repeat(2_000)}` }],
    ['a long title', { ...TICKET, title: 'x'.repeat(256) }],
  ])('refuses %s', async (_, body) => {
    const feature = await service.given.feature();
    const before = await eventsOf(service, feature);
    await service.api.post(pathOf(feature), body).expect(400);
    expect(await linksOf(feature)).toEqual([]);
    expect(await eventsOf(service, feature)).toEqual(before);
  });

  test('refuses more than 50', async () => {
    const feature = await linked(TICKET);
    await service.sql(
      `UPDATE feature SET links = (SELECT jsonb_agg(jsonb_build_object('id', n::text, 'url', 'u',
         'title', NULL)) FROM generate_series(1, 50) n) WHERE name = $1`,
      [feature],
    );
    const { body } = await service.api.post(pathOf(feature), DESIGN).expect(400);
    expect(body.message).toBe('A feature can have at most 50 links.');
    expect(await linksOf(feature)).toHaveLength(50);
  });

  test('keeps all links of many calls at once', async () => {
    const feature = await service.given.feature();
    const urls = Array.from({ length: 10 }, (_, n) => `https://example.com/${n}`);
    await Promise.all(urls.map((url) => service.api.post(pathOf(feature), { url }).expect(204)));
    const links = await linksOf(feature);
    expect(links.map(({ url }) => url).sort()).toEqual(urls);
    expect(await eventsOf(service, feature, 'feature-link-added')).toHaveLength(10);
  });

  test('refuses unknown and archived features', async () => {
    const feature = await service.given.feature();
    await service.api.delete(at(feature)).expect(202);
    await service.api.post(pathOf(feature), TICKET).expect(400);
    await service.api.post(pathOf(unique('none')), TICKET).expect(404);
  });
});

describe('changing a link', () => {
  test('replaces URL and title, and records both states', async () => {
    const feature = await linked(TICKET, DESIGN);
    const [ticket, design] = (await linksOf(feature)) as [Link, Link];
    const changed = { url: 'https://tracker.example.com/issues/8' };
    await service.api.put(`${pathOf(feature)}/${ticket.id}`, changed).expect(204);
    const after = { id: ticket.id, ...changed, title: null };
    expect(await linksOf(feature)).toEqual([after, design]);
    expect(await eventsOf(service, feature, 'feature-link-updated')).toMatchObject([
      { data: after, preData: ticket },
    ]);
  });

  test('records nothing when nothing changes', async () => {
    const feature = await linked(TICKET);
    const [{ id }] = (await linksOf(feature)) as [Link];
    await service.api.put(`${pathOf(feature)}/${id}`, TICKET).expect(204);
    expect(await eventsOf(service, feature, 'feature-link-updated')).toEqual([]);
  });

  test('refuses a link of another feature', async () => {
    const [one, other] = [await linked(TICKET), await linked(DESIGN)];
    const [{ id }] = (await linksOf(other)) as [Link];
    const { body } = await service.api.put(`${pathOf(one)}/${id}`, TICKET).expect(404);
    expect(body.message).toBe(`The feature "${one}" has no link with the id "${id}".`);
    await service.api.delete(`${pathOf(one)}/${id}`).expect(404);
    expect(await linksOf(other)).toHaveLength(1);
  });
});

describe('removing a link', () => {
  test('keeps the others, and records it', async () => {
    const feature = await linked(TICKET, DESIGN);
    const [ticket, design] = (await linksOf(feature)) as [Link, Link];
    await service.api.delete(`${pathOf(feature)}/${ticket.id}`).expect(204);
    expect(await linksOf(feature)).toEqual([design]);
    expect(await eventsOf(service, feature, 'feature-link-removed')).toMatchObject([
      { data: null, preData: ticket },
    ]);
  });

  test('is refused when the feature has changed since it was read', async () => {
    const feature = await linked(TICKET);
    const [{ id }] = (await linksOf(feature)) as [Link];
    const { headers } = await service.api.get(at(feature)).expect(200);
    await service.api.put(`${pathOf(feature)}/${id}`, DESIGN).expect(204);
    await service.api
      .delete(`${pathOf(feature)}/${id}`)
      .set('If-Match', headers['etag']!)
      .expect(412);
    expect(await linksOf(feature)).toMatchObject([DESIGN]);
  });
});
