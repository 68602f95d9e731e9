import { group, give, MEMBER, somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { person } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

const SEARCH = '/api/admin/search/groups';

interface Found {
  groups: { id: number; name: string; userCount: number; users: { user: { id: number } }[] }[];
  total: number;
}

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const find = async (query: Record<string, string>): Promise<Found> =>
  (await service.api.get(`${SEARCH}?${new URLSearchParams(query).toString()}`).expect(200))
    .body as Found;
const namesOf = ({ groups }: Found): string[] => groups.map(({ name }) => name);

describe('searching groups', () => {
  test('finds parts of name and description, and takes no letter for a pattern', async () => {
    const mark = unique('Mark_');
    await group(service, [], { name: `a ${mark}` });
    await group(service, [], { name: unique('b'), description: `Team of ${mark}` });
    await group(service);

    expect(await find({ query: ` ${mark.toUpperCase()} ` })).toMatchObject({ total: 2 });
    expect(await find({ query: mark.replace('_', '%') })).toEqual({ groups: [], total: 0 });
  });

  test('shows the first members, how many there are, and the projects', async () => {
    const members: number[] = [];
    for (let n = 0; n < 6; n++) members.push((await person(service)).id);
    const id = await group(service, members);
    const project = await service.given.project();
    await give(service, project, [MEMBER], { groups: [id] });
    const { body } = await service.api.get(`/api/admin/groups/${id}`).expect(200);

    const [found] = (await find({ query: body.name })).groups;

    expect(found).toEqual({ ...body, users: body.users.slice(0, 5) });
    expect(found).toMatchObject({ userCount: 6, projects: [project] });
  });

  test('answers a page, and how many there are', async () => {
    const mark = unique('page');
    for (const letter of ['c', 'A', 'b']) await group(service, [], { name: `${letter} ${mark}` });
    const page = { query: mark, limit: '2' };

    expect(await find(page)).toMatchObject({ total: 3 });
    expect(namesOf(await find(page))).toEqual([`A ${mark}`, `b ${mark}`]);
    expect(namesOf(await find({ ...page, offset: '2' }))).toEqual([`c ${mark}`]);
    expect(namesOf(await find({ ...page, sortOrder: 'desc' }))).toEqual([`c ${mark}`, `b ${mark}`]);
    expect(namesOf(await find({ query: mark, sortBy: 'createdAt' }))).toEqual([
      `c ${mark}`,
      `A ${mark}`,
      `b ${mark}`,
    ]);
    expect(await find({ ...page, offset: '9' })).toEqual({ groups: [], total: 3 });
  });

  test('refuses unknown properties and long texts, and is for administrators only', async () => {
    await service.api.get(`${SEARCH}?query=${'x'.repeat(256)}`).expect(400);
    await service.api.get(`${SEARCH}?sortBy=users`).expect(400);
    const editor = await somebody(service, 'Editor');
    await editor.api.get(SEARCH).expect(403);
    await service.api.as().get(SEARCH).expect(401);
  });
});
