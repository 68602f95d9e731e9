import { somebody } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import type { Body } from '../../serving/client/support.js';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(() => service.sql('DELETE FROM banner'));
afterAll(() => service.stop());

const BANNERS = '/api/admin/banners';
const listed = async (api: Api = service.api): Promise<Body[]> =>
  (await api.get(BANNERS).expect(200)).body.banners;
const created = async (properties: object = {}): Promise<Body> =>
  (await service.api.post(BANNERS, { message: 'Hello', ...properties }).expect(201)).body;
const events = () =>
  service.sql(
    `SELECT type, data, pre_data AS "preData" FROM event WHERE type LIKE 'banner-%'
      ORDER BY id DESC LIMIT 3`,
  );

test('a banner is shown to everybody until it is disabled, and each change is recorded', async () => {
  const { api } = await somebody(service);
  const banner = await created({ variant: 'warning', link: 'https://example.com', linkText: 'Go' });
  expect(banner).toMatchObject({ enabled: true, sticky: false, icon: null, dialog: null });
  expect(await listed(api)).toEqual([banner]);
  const path = `${BANNERS}/${banner.id}`;
  const body = { message: 'Hello', enabled: false, variant: 'warning' };
  const { body: changed } = await service.api.put(path, body).expect(200);
  expect(changed).toEqual({ ...banner, enabled: false, link: null, linkText: null });
  await service.api.put(path, body).expect(200);
  expect(await listed(api)).toEqual([]);
  expect(await listed()).toEqual([changed]);
  await service.api.delete(path).expect(200);
  await service.api.delete(path).expect(404);
  await service.api.put(path, body).expect(404);
  expect(await events()).toEqual([
    { type: 'banner-deleted', data: null, preData: changed },
    { type: 'banner-updated', data: changed, preData: banner },
    { type: 'banner-created', data: banner, preData: null },
  ]);
});

test('ordinary Markdown is stored as it is written', async () => {
  const text = [
    '**Note:** see [the plan](https://example.com/a?b=c&d), [here](/features) or <https://x.example>.',
    'Ask [us](mailto:us@example.com "Subject: help"); x < y: 1 & 2 <3 [1]: [a] (b: c)',
    '[plan]: https://example.com "Title: of the plan"',
  ].join('\n\n');
  expect((await created({ message: text, link: 'dialog', dialog: text })).message).toBe(text);
});

test('a long message is checked in linear time', async () => {
  const texts = ['](', ']: <', '<a', '](a', ']( '].map((part) =>
    part.repeat(3_000).slice(0, 9_999),
  );
  const start = performance.now();
  for (const dialog of texts)
    await service.api.post(BANNERS, { message: 'x', link: 'dialog', dialog });
  expect(performance.now() - start).toBeLessThan(5_000);
});

test.each([
  ['no message', {}],
  ['a blank message', { message: ' ' }],
  ['a long message', { message: 'x'.repeat(1_001) }],
  ['an unknown variant', { message: 'x', variant: 'loud' }],
  ['a script as link', { message: 'x', link: 'javascript:alert(1)' }],
  ...[
    '[a](javascript:alert(1))',
    '[a](JavaScript:alert(1))',
    '[a](  javascript:alert(1))',
    '[a](<java\tscript:alert(1)>)',
    '[a](&#106;avascript:alert(1))',
    '[a](javascript&colon;alert(1))',
    '[a](java\\script:alert(1))',
    '[a](data:text/html,x)',
    '![a](vbscript:x)',
    '[a]\n\n[a]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '<a href="javascript:alert(1)">',
  ].flatMap((text): [string, object][] => [
    [`the message ${text}`, { message: text }],
    [`the dialog ${text}`, { message: 'x', link: 'dialog', dialog: text }],
  ]),
])('%s is refused', async (_, body) => {
  await service.api.post(BANNERS, body).expect(400);
  expect(await listed()).toEqual([]);
});

test('only administrators change them, and there are at most 20', async () => {
  const { api } = await somebody(service, 'Editor');
  await api.post(BANNERS, { message: 'x' }).expect(403);
  await service.sql(
    `INSERT INTO banner (enabled, content)
     SELECT true, '{"message": "x", "variant": "info", "sticky": false, "icon": null, "link": null,
       "linkText": null, "dialogTitle": null, "dialog": null}' FROM generate_series(1, 19)`,
  );
  const answers = await Promise.all(
    [1, 2, 3].map(() => service.api.post(BANNERS, { message: 'x' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
});
