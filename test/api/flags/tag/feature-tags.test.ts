import { at } from '../../../support/api.js';
import { eventsOf, eventsWithoutFeature } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const BULK = '/api/admin/projects/default/tags';
const tagsOf = (feature: string): string => `/api/admin/features/${feature}/tags`;
const simple = (value = unique('tag')) => ({ type: 'simple', value });
const read = async (feature: string) =>
  (await service.api.get(tagsOf(feature)).expect(200)).body.tags;
const carrying = async (...tags: object[]): Promise<string> => {
  const feature = await service.given.feature();
  await service.api.put(tagsOf(feature), { addedTags: tags, removedTags: [] }).expect(200);
  return feature;
};
const created = async (value: string) =>
  (await eventsWithoutFeature(service, 'tag-created')).filter(
    (event) => (event.data as { value: string }).value === value,
  );

describe('adding a tag to a feature', () => {
  test('creates the tag, puts it on, and records both', async () => {
    const feature = await service.given.feature();
    const tag = simple();
    const answer = await service.api.post(tagsOf(feature), tag).expect(201);
    expect(answer.body).toEqual(tag);
    expect(answer.headers['location']).toBe(`${feature}/tags`);
    expect(await read(feature)).toEqual([tag]);
    expect((await service.api.get(at(feature)).expect(200)).body.tags).toEqual([tag]);
    expect(await created(tag.value)).toHaveLength(1);
    expect(await eventsOf(service, feature, 'feature-tagged')).toMatchObject([
      { project: 'default', environment: null, data: tag, preData: null, tags: [tag] },
    ]);
  });

  test('leaves blanks where they are', async () => {
    const tag = simple(`  ${unique('tag')}  `);
    const feature = await carrying(tag);
    expect(await read(feature)).toEqual([tag]);
  });

  test('records nothing when the feature carries the tag', async () => {
    const tag = simple();
    const feature = await carrying(tag);
    const before = await eventsOf(service, feature);
    await service.api.post(tagsOf(feature), tag).expect(201);
    expect(await eventsOf(service, feature)).toEqual(before);
    expect(await created(tag.value)).toHaveLength(1);
  });

  test('records one event for many calls at once', async () => {
    const feature = await service.given.feature();
    const tag = simple();
    await Promise.all(
      Array.from({ length: 12 }, () => service.api.post(tagsOf(feature), tag).expect(201)),
    );
    expect(await eventsOf(service, feature, 'feature-tagged')).toHaveLength(1);
    expect(await created(tag.value)).toHaveLength(1);
  });

  test('succeeds while others delete the tag', async () => {
    const features = await Promise.all(Array.from({ length: 10 }, () => service.given.feature()));
    const tag = simple();
    await Promise.all(
      features.flatMap((feature) => [
        service.api.post(tagsOf(feature), tag).expect(201),
        service.api.delete(`/api/admin/tags/simple/${tag.value}`).expect(200),
      ]),
    );
  });

  test.each([
    ['one character', simple('x')],
    ['51 characters', simple('x'.repeat(51))],
    ['no type', { value: 'value' }],
    ['nothing', {}],
    ['an unknown type', { type: 'no-such-type', value: 'value' }],
  ])('is refused with %s, and changes nothing', async (_, tag) => {
    const feature = await service.given.feature();
    const before = await eventsOf(service, feature);
    expect((await service.api.post(tagsOf(feature), tag).expect(400)).body.name).toBe(
      'BadDataError',
    );
    expect(await read(feature)).toEqual([]);
    expect(await eventsOf(service, feature)).toEqual(before);
  });

  test('is refused to client tokens and for unknown features', async () => {
    const feature = await service.given.feature();
    const tag = simple();
    await service.api.as({ token: CLIENT_TOKEN }).post(tagsOf(feature), tag).expect(403);
    await service.api.post(tagsOf('no-such-feature'), tag).expect(404);
    await service.api.get(tagsOf('no-such-feature')).expect(404);
    expect(await created(tag.value)).toEqual([]);
  });
});

describe('changing the tags of a feature', () => {
  test('adds some, takes off others, and answers what is left', async () => {
    const [stays, goes, comes] = [simple(), simple(), simple()];
    const feature = await carrying(stays, goes);
    const before = await eventsOf(service, feature);
    const answer = await service.api
      .put(tagsOf(feature), { addedTags: [comes], removedTags: [goes] })
      .expect(200);
    expect(answer.body.version).toBe(1);
    expect(new Set(answer.body.tags)).toEqual(new Set([stays, comes]));
    expect(await read(feature)).toEqual(answer.body.tags);
    expect((await eventsOf(service, feature)).slice(before.length)).toMatchObject([
      { type: 'feature-tagged', data: comes, preData: null },
      { type: 'feature-untagged', data: null, preData: goes },
    ]);
  });

  test('records nothing for what is there already or absent already', async () => {
    const tag = simple();
    const feature = await carrying(tag);
    const before = await eventsOf(service, feature);
    await service.api
      .put(tagsOf(feature), { addedTags: [tag, tag], removedTags: [simple()] })
      .expect(200);
    await service.api.put(tagsOf(feature), { addedTags: [], removedTags: [] }).expect(200);
    expect(await eventsOf(service, feature)).toEqual(before);
  });

  test('takes off a tag that is in both lists', async () => {
    const [carried, other] = [simple(), simple()];
    const feature = await carrying(carried);
    const both = [carried, other];
    expect(
      (await service.api.put(tagsOf(feature), { addedTags: both, removedTags: both }).expect(200))
        .body.tags,
    ).toEqual([]);
    expect(await created(other.value)).toEqual([]);
  });

  test.each([
    ['a list is missing', { addedTags: [] }],
    [
      'a tag type is unknown',
      { addedTags: [simple(), { type: 'no-such-type', value: 'value' }], removedTags: [] },
    ],
    ['a tag is too short', { addedTags: [simple('x')], removedTags: [] }],
  ])('is refused when %s, and changes nothing', async (_, body) => {
    const tag = simple();
    const feature = await carrying(tag);
    const before = await eventsOf(service, feature);
    await service.api.put(tagsOf(feature), body).expect(400);
    expect(await read(feature)).toEqual([tag]);
    expect(await eventsOf(service, feature)).toEqual(before);
  });
});

describe('taking a tag off a feature', () => {
  test('is recorded once, however often it is done', async () => {
    const tag = simple(`${unique('tag')} / and more`);
    const feature = await carrying(tag);
    const path = `${tagsOf(feature)}/simple/${encodeURIComponent(tag.value)}`;
    await service.api.delete(path).expect(200, '');
    await service.api.delete(path).expect(200, '');
    expect(await read(feature)).toEqual([]);
    expect(await eventsOf(service, feature, 'feature-untagged')).toMatchObject([
      { data: null, preData: tag },
    ]);
    await service.api.get(`/api/admin/tags/simple/${encodeURIComponent(tag.value)}`).expect(200);
  });

  test('is refused for unknown features', async () => {
    await service.api.delete(`${tagsOf('no-such-feature')}/simple/value`).expect(404);
  });
});

test('the tags of an archived feature can be read, but not changed', async () => {
  const tag = simple();
  const feature = await carrying(tag);
  await service.api.delete(at(feature)).expect(202);
  const before = await eventsOf(service, feature);
  const refusals = [
    await service.api.post(tagsOf(feature), simple()).expect(400),
    await service.api.put(tagsOf(feature), { addedTags: [], removedTags: [tag] }).expect(400),
    await service.api.delete(`${tagsOf(feature)}/simple/${tag.value}`).expect(400),
    await service.api
      .put(BULK, { features: [feature], tags: { addedTags: [simple()], removedTags: [] } })
      .expect(400),
  ];
  expect(refusals.map((refusal) => refusal.body.name)).toEqual(
    Array(4).fill('ArchivedFeatureError'),
  );
  expect(await read(feature)).toEqual([tag]);
  expect(await eventsOf(service, feature)).toEqual(before);
});

describe('changing the tags of several features', () => {
  test('changes each of them, and records what changed', async () => {
    const [comes, goes] = [simple(), simple()];
    const [one, two] = [await carrying(goes), await carrying(comes)];
    const before = { one: await eventsOf(service, one), two: await eventsOf(service, two) };
    await service.api
      .put(BULK, { features: [one, two, one], tags: { addedTags: [comes], removedTags: [goes] } })
      .expect(200, '');
    expect([await read(one), await read(two)]).toEqual([[comes], [comes]]);
    expect((await eventsOf(service, one)).slice(before.one.length)).toMatchObject([
      { type: 'feature-tagged', data: comes, tags: [comes] },
      { type: 'feature-untagged', preData: goes, tags: [comes] },
    ]);
    expect(await eventsOf(service, two)).toEqual(before.two);
  });

  test('of no features creates no tags', async () => {
    const tag = simple();
    await service.api
      .put(BULK, { features: [], tags: { addedTags: [tag], removedTags: [] } })
      .expect(200, '');
    expect(await created(tag.value)).toEqual([]);
  });

  test('that overlap does not fail when they come at once', async () => {
    const features = await Promise.all(Array.from({ length: 6 }, () => service.given.feature()));
    const tags = Array.from({ length: 6 }, () => simple());
    const bulk = (index: number) => {
      const [names, added] =
        index % 2 ? [features, tags] : [[...features].reverse(), [...tags].reverse()];
      return service.api
        .put(BULK, { features: names, tags: { addedTags: added, removedTags: [] } })
        .expect(200);
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => bulk(index)));
    for (const feature of features)
      expect(await eventsOf(service, feature, 'feature-tagged')).toHaveLength(6);
  });

  test.each([
    ['a feature is unknown', 404, { features: ['no-such-feature'] }, BULK],
    ['the project has no such feature', 404, {}, '/api/admin/projects/no-such-project/tags'],
    ['the changes are missing', 400, { tags: undefined }, BULK],
    [
      'a tag type is unknown',
      400,
      { tags: { addedTags: [{ type: 'no-such-type', value: 'value' }], removedTags: [] } },
      BULK,
    ],
  ])('is refused when %s, and changes none', async (_, status, difference, path) => {
    const feature = await service.given.feature();
    const features = [feature, ...((difference as { features?: string[] }).features ?? [])];
    const before = await eventsOf(service, feature);
    const body = { tags: { addedTags: [simple()], removedTags: [] }, ...difference, features };
    await service.api.put(path, body).expect(status);
    expect(await read(feature)).toEqual([]);
    expect(await eventsOf(service, feature)).toEqual(before);
  });
});
