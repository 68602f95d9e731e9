import { eventsOf, eventsWithoutFeature } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const TAGS = '/api/admin/tags';
const TYPES = '/api/admin/tag-types';
const events = (): Promise<unknown[]> =>
  eventsWithoutFeature(
    service,
    'tag-created',
    'tag-deleted',
    'tag-type-created',
    'tag-type-updated',
    'tag-type-deleted',
  );
/** The events that some work records. */
const recordedBy = async (work: () => Promise<unknown>): Promise<unknown[]> => {
  const before = await events();
  await work();
  return (await events()).slice(before.length);
};

describe('tag types', () => {
  test('are created as they are sent, and read with null for what was not', async () => {
    const name = unique('type');
    const recorded = await recordedBy(async () => {
      const created = await service.api.post(TYPES, { name }).expect(201);
      expect(created.body).toEqual({ name });
      expect(created.headers['location']).toBe(`tag-types/${name}`);
    });
    expect(recorded).toMatchObject([
      { type: 'tag-type-created', data: { name }, preData: null, project: null },
    ]);
    const tagType = { name, description: null, icon: null };
    expect((await service.api.get(`${TYPES}/${name}`).expect(200)).body).toEqual({
      version: 1,
      tagType,
    });
    const { body } = await service.api.get(TYPES).expect(200);
    expect(body.tagTypes).toContainEqual(tagType);
    expect(body.tagTypes).toContainEqual({
      name: 'simple',
      description: expect.any(String),
      icon: '#',
    });
  });

  test.each([
    ['a blank in the name', { name: 'two words' }],
    ['a name of one character', { name: 'x' }],
    ['a name of 51 characters', { name: 'x'.repeat(51) }],
    ['no name', { description: 'x' }],
    ['an unknown property', { name: 'known', nosuch: 1 }],
    ['a colour', { name: 'coloured', color: '#FF0000' }],
  ])('are not created with %s', async (_, body) => {
    const recorded = await recordedBy(async () => {
      expect((await service.api.post(TYPES, body).expect(400)).body.name).toBe('BadDataError');
      await service.api.post(`${TYPES}/validate`, body).expect(400);
    });
    expect(recorded).toEqual([]);
  });

  test('are not created twice', async () => {
    const name = unique('type');
    await service.api.post(TYPES, { name, description: 'first' }).expect(201);
    const recorded = await recordedBy(() =>
      service.api.post(TYPES, { name, description: 'second' }).expect(409),
    );
    expect(recorded).toEqual([]);
    expect((await service.api.get(`${TYPES}/${name}`).expect(200)).body.tagType.description).toBe(
      'first',
    );
  });

  test('can be tried before they are created', async () => {
    const sent = { name: unique('type'), description: 'd', icon: 'i' };
    expect((await service.api.post(`${TYPES}/validate`, sent).expect(200)).body).toEqual({
      valid: true,
      tagType: sent,
    });
    await service.api.get(`${TYPES}/${sent.name}`).expect(404);
    expect(
      (await service.api.post(`${TYPES}/validate`, { name: 'simple' }).expect(409)).body.name,
    ).toBe('NameExistsError');
  });

  test('keep what an update leaves out, and record what it sends', async () => {
    const name = unique('type');
    await service.api.post(TYPES, { name, description: 'old', icon: 'O' }).expect(201);
    const recorded = await recordedBy(async () => {
      await service.api.put(`${TYPES}/${name}`, { description: 'new' }).expect(200, '');
      await service.api.put(`${TYPES}/${name}`, { description: 'new' }).expect(200, '');
      await service.api.put(`${TYPES}/${name}`, {}).expect(200, '');
    });
    expect(recorded).toMatchObject([
      { type: 'tag-type-updated', data: { name, description: 'new' } },
    ]);
    const tagType = { name, description: 'new', icon: 'O' };
    expect((await service.api.get(`${TYPES}/${name}`).expect(200)).body.tagType).toEqual(tagType);
  });

  test('that do not exist are neither read nor changed nor deleted', async () => {
    const recorded = await recordedBy(async () => {
      await service.api.get(`${TYPES}/no-such-type`).expect(404);
      await service.api.put(`${TYPES}/no-such-type`, { description: 'x' }).expect(404);
      await service.api.delete(`${TYPES}/no-such-type`).expect(404);
    });
    expect(recorded).toEqual([]);
  });

  test('take their tags along when they are deleted, from features too', async () => {
    const name = unique('type');
    const feature = await service.given.feature();
    await service.api.post(TYPES, { name, icon: 'I' }).expect(201);
    await service.api
      .post(`/api/admin/features/${feature}/tags`, { type: name, value: 'carried' })
      .expect(201);
    const before = await eventsOf(service, feature);
    const recorded = await recordedBy(() => service.api.delete(`${TYPES}/${name}`).expect(200, ''));
    expect(recorded).toMatchObject([
      { type: 'tag-type-deleted', data: null, preData: { name, description: null, icon: 'I' } },
    ]);
    expect((await service.api.get(`${TAGS}/${name}`).expect(200)).body.tags).toEqual([]);
    expect(
      (await service.api.get(`/api/admin/features/${feature}/tags`).expect(200)).body.tags,
    ).toEqual([]);
    expect(await eventsOf(service, feature)).toEqual(before);
  });

  test('cannot be changed by client tokens', async () => {
    const client = service.api.as({ token: CLIENT_TOKEN });
    const recorded = await recordedBy(async () => {
      await client.post(TYPES, { name: unique('type') }).expect(403);
      await client.delete(`${TYPES}/simple`).expect(403);
    });
    expect(recorded).toEqual([]);
  });
});

describe('tags', () => {
  test('are created without the blanks around them', async () => {
    const value = `${unique('tag')} with blanks/and a slash`;
    const recorded = await recordedBy(async () => {
      const created = await service.api
        .post(TAGS, { type: 'simple', value: `  ${value} ` })
        .expect(201);
      expect(created.body).toEqual({ version: 1, tag: { type: 'simple', value } });
      expect(created.headers['location']).toBe(`tags/simple/${encodeURIComponent(value)}`);
    });
    expect(recorded).toMatchObject([{ type: 'tag-created', data: { type: 'simple', value } }]);
    const { body } = await service.api
      .get(`${TAGS}/simple/${encodeURIComponent(value)}`)
      .expect(200);
    expect(body).toEqual({ version: 1, tag: { type: 'simple', value } });
    expect((await service.api.get(TAGS).expect(200)).body.tags).toContainEqual({
      type: 'simple',
      value,
    });
    expect((await service.api.get(`${TAGS}/simple`).expect(200)).body.tags).toContainEqual({
      type: 'simple',
      value,
    });
  });

  test.each([
    ['one character', { type: 'simple', value: 'x' }],
    ['one character among blanks', { type: 'simple', value: '  x  ' }],
    ['51 characters', { type: 'simple', value: 'x'.repeat(51) }],
    ['no value', { type: 'simple' }],
    ['no type', { value: 'value' }],
    ['an unknown type', { type: 'no-such-type', value: 'value' }],
  ])('are not created with %s', async (_, tag) => {
    const recorded = await recordedBy(async () => {
      expect((await service.api.post(TAGS, tag).expect(400)).body.name).toBe('BadDataError');
    });
    expect(recorded).toEqual([]);
  });

  test('are not created twice', async () => {
    const tag = { type: 'simple', value: unique('tag') };
    await service.api.post(TAGS, tag).expect(201);
    const recorded = await recordedBy(() => service.api.post(TAGS, tag).expect(409));
    expect(recorded).toEqual([]);
  });

  test('leave the features that carry them when they are deleted', async () => {
    const feature = await service.given.feature();
    const tag = { type: 'simple', value: unique('tag') };
    await service.api.post(`/api/admin/features/${feature}/tags`, tag).expect(201);
    const recorded = await recordedBy(async () => {
      await service.api.delete(`${TAGS}/simple/${tag.value}`).expect(200, '');
      await service.api.delete(`${TAGS}/simple/${tag.value}`).expect(200, '');
    });
    expect(recorded).toMatchObject([{ type: 'tag-deleted', data: tag }]);
    expect(
      (await service.api.get(`/api/admin/features/${feature}/tags`).expect(200)).body.tags,
    ).toEqual([]);
    await service.api.get(`${TAGS}/simple/${tag.value}`).expect(404);
  });
});
