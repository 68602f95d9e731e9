import { somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const SEARCH = '/api/admin/search/segments';
const SEGMENTS = '/api/admin/segments';

interface Found {
  segments: { id: number; name: string }[];
  total: number;
}

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const find = async (query: Record<string, string>, api = service.api): Promise<Found> =>
  (await api.get(`${SEARCH}?${new URLSearchParams(query).toString()}`).expect(200)).body as Found;
const namesOf = ({ segments }: Found): string[] => segments.map(({ name }) => name);

async function created(name: string, more: object = {}): Promise<number> {
  const { body } = await service.api.post(SEGMENTS, { name, constraints: [], ...more }).expect(201);
  return body.id as number;
}

describe('searching segments', () => {
  test('finds parts of name, description and project, and takes no letter for a pattern', async () => {
    const project = await service.given.project();
    const mark = unique('mark_');
    await created(`a-${mark}`, { project });
    await created(unique(), { description: `Users of ${mark}` });
    await created(unique());

    expect(await find({ query: ` ${mark.toUpperCase()} ` })).toMatchObject({ total: 2 });
    expect(namesOf(await find({ query: project }))).toEqual([`a-${mark}`]);
    expect(await find({ query: mark.replace('_', '%') })).toEqual({ segments: [], total: 0 });
  });

  test('answers in the shape of the whole list, with usage', async () => {
    const name = unique('used');
    const id = await created(name);
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.api
      .post(`/api/admin/projects/default/features/${feature}/environments/production/strategies`, {
        name: 'default',
        segments: [id],
      })
      .expect(200);
    const { body } = await service.api.get(SEGMENTS).expect(200);
    const listed = (body as Found).segments.find((one) => one.id === id);
    expect(listed).toMatchObject({ usedInFeatures: 1, usedInProjects: 1 });
    expect((await find({ query: name })).segments).toEqual([listed]);
  });

  test('answers a page, and how many there are', async () => {
    const mark = unique('page');
    for (const letter of ['c', 'a', 'b']) await created(`${letter}-${mark}`);
    const page = { query: mark, limit: '2' };

    expect(await find(page)).toMatchObject({ total: 3 });
    expect(namesOf(await find(page))).toEqual([`a-${mark}`, `b-${mark}`]);
    expect(namesOf(await find({ ...page, offset: '2' }))).toEqual([`c-${mark}`]);
    expect(namesOf(await find({ ...page, sortOrder: 'desc' }))).toEqual([`c-${mark}`, `b-${mark}`]);
    expect(namesOf(await find({ query: mark, sortBy: 'createdAt' }))).toEqual([
      `c-${mark}`,
      `a-${mark}`,
      `b-${mark}`,
    ]);
    expect(await find({ ...page, offset: '9' })).toEqual({ segments: [], total: 3 });
  });

  test('neither finds nor counts segments of hidden projects, or their features', async () => {
    const project = await service.given.project({ mode: 'private' });
    const mark = unique('hidden');
    await created(`own-${mark}`, { project });
    await created(`open-${mark}`);
    const outsider = await somebody(service, 'Viewer');

    expect(await find({ query: mark })).toMatchObject({ total: 2 });
    const found = await find({ query: mark }, outsider.api);
    expect([namesOf(found), found.total]).toEqual([[`open-${mark}`], 1]);
    expect(await find({ query: project }, outsider.api)).toEqual({ segments: [], total: 0 });
    await service.api.as().get(SEARCH).expect(401);
  });

  test.each([
    ['a text that is too long', { query: 'x'.repeat(256) }],
    ['an unknown property', { sortBy: 'constraints' }],
  ])('refuses %s', async (_, query: Record<string, string>) => {
    await service.api.get(`${SEARCH}?${new URLSearchParams(query).toString()}`).expect(400);
  });
});
