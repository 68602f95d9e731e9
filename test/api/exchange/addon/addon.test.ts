import { event, recorder } from '../../../support/recorder.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import type { StoredParameters } from '../../../../src/exchange/integration/addon.entity.js';
import { AddonSecrets } from '../../../../src/exchange/integration/addon-secrets.js';

const ADDONS = '/api/admin/addons';
const SECRETS = {
  url: 'https://example.com/hooks/top-secret-path',
  authorization: 'Bearer top-secret-token',
  customHeaders: '{"X-Key": "top-secret-key"}',
  secret: 'top-secret-signing-key',
};
const MASKED = { url: '*****', authorization: '*****', customHeaders: '*****', secret: '*****' };
const OPEN = { contentType: 'application/json', bodyTemplate: '{"type": "{{event.type}}"}' };
const addon = (properties: object = {}): object => ({
  provider: 'webhook',
  description: 'tells the shop',
  enabled: false,
  parameters: { ...SECRETS, ...OPEN },
  events: ['feature-created'],
  projects: ['default'],
  environments: ['development'],
  ...properties,
});

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Shown {
  id: number;
  parameters: Record<string, string>;
}
const given = async (properties: object = {}): Promise<Shown> =>
  (await service.api.post(ADDONS, addon(properties)).expect(201)).body;
const read = async (id: number): Promise<Shown> =>
  (await service.api.get(`${ADDONS}/${id}`).expect(200)).body;
/** The stored parameters, decrypted. */
const stored = async (id: number): Promise<Record<string, string>> => {
  const [row] = await service.sql<{ parameters: StoredParameters }>(
    'SELECT parameters FROM addon WHERE id = $1',
    [id],
  );
  return (await service.service.app.get(AddonSecrets).open(row!.parameters)).values;
};
const rows = (): Promise<object[]> => service.sql('SELECT * FROM addon ORDER BY id');

describe('creating an integration', () => {
  test('answers the addon with its secrets, and nothing else ever does', async () => {
    const recorded = await recorder(service);
    const created = await service.api.post(ADDONS, addon()).expect(201);
    const { id } = created.body;
    const createdAt = expect.stringMatching(/Z$/);
    expect(created.body).toEqual({ id: expect.any(Number), createdAt, ...addon() });

    const shown = { ...created.body, parameters: { ...MASKED, ...OPEN } };
    expect(await read(id)).toEqual(shown);
    expect((await service.api.get(ADDONS).expect(200)).body.addons).toContainEqual(shown);
    expect(await recorded()).toEqual([event('addon-config-created', { data: shown })]);
    const { body } = await service.api.get('/api/admin/search/events').expect(200);
    expect(body.events[0]).toMatchObject({
      label: 'Integration created',
      summary: expect.stringContaining(`the integration **${id}** with **webhook**`),
    });
    expect(JSON.stringify(body)).not.toContain('top-secret');
  });

  test('needs no more than what is required', async () => {
    const parameters = { url: 'http://example.com/' };
    const { body } = await service.api
      .post(ADDONS, { provider: 'webhook', enabled: true, parameters, events: [] })
      .expect(201);
    expect(body).toMatchObject({ description: null, projects: [], environments: [], parameters });
  });

  test.each([
    ['another provider', { provider: 'pager' }],
    ['no provider', { provider: undefined }],
    ['no events', { events: undefined }],
    ['events that are no texts', { events: [{}] }],
    ['no parameters', { parameters: undefined }],
    ['parameters that are a list', { parameters: [] }],
    ['an unknown project', { projects: ['nosuch'] }],
    ['an unknown environment', { environments: ['nosuch'] }],
    ['no url', { parameters: {} }],
    ['an empty url', { parameters: { url: '' } }],
    ['a masked url', { parameters: { url: '*****' } }],
    ['a url of another protocol', { parameters: { url: 'ftp://example.com' } }],
    ['a url that is none', { parameters: { url: 'example.com/hooks' } }],
    ['a url with a password', { parameters: { url: 'https://me:it@example.com' } }],
    ['a private address', { parameters: { url: 'http://10.1.2.3/' } }],
    ['a loopback address', { parameters: { url: 'http://127.0.0.1:4242/' } }],
    ['a loopback address written otherwise', { parameters: { url: 'http://0x7f.1/' } }],
    ['the address of metadata of clouds', { parameters: { url: 'http://169.254.169.254/latest' } }],
    ['a loopback address of IPv6', { parameters: { url: 'http://[::1]/' } }],
    [
      'a loopback address of IPv4 within IPv6',
      { parameters: { url: 'http://[::ffff:127.0.0.1]/' } },
    ],
    ['no address at all', { parameters: { url: 'http://0.0.0.0/' } }],
    ['a private address of IPv6', { parameters: { url: 'http://[fd00::1]/' } }],
    [
      'a loopback address behind a translation',
      { parameters: { url: 'http://[64:ff9b::7f00:1]/' } },
    ],
    ['a parameter that is not known', { parameters: { ...SECRETS, autorization: 'Bearer x' } }],
    ['a parameter that is no text', { parameters: { ...SECRETS, secret: 12345678901234567 } }],
    ['a masked secret', { parameters: { ...SECRETS, secret: '*****' } }],
    ['a short secret', { parameters: { ...SECRETS, secret: 'short' } }],
    ['a content type that is none', { parameters: { ...SECRETS, contentType: 'json' } }],
    [
      'a content type with a line break',
      { parameters: { ...SECRETS, contentType: 'text/plain; a\r\nX-Evil: 1' } },
    ],
    [
      'an authorization with a line break',
      { parameters: { ...SECRETS, authorization: 'Bearer a\r\nX-Evil: 1' } },
    ],
    ['a template that does not end', { parameters: { ...SECRETS, bodyTemplate: '{{#event}}' } }],
    ['headers that are no JSON', { parameters: { ...SECRETS, customHeaders: 'X-Key: 1' } }],
    ['headers that are no texts', { parameters: { ...SECRETS, customHeaders: '{"X-Key": 1}' } }],
    ['a header that is none', { parameters: { ...SECRETS, customHeaders: '{"X Key": "1"}' } }],
    [
      'a header of the connection',
      { parameters: { ...SECRETS, customHeaders: '{"Content-Length": "1"}' } },
    ],
    [
      'a header of ours',
      { parameters: { ...SECRETS, customHeaders: '{"X-Unleash-Signature": "t=1"}' } },
    ],
  ])('is refused with %s', async (_, properties) => {
    const [before, recorded] = [await rows(), await recorder(service)];
    const { body } = await service.api.post(ADDONS, addon(properties)).expect(400);
    expect(body).toMatchObject({
      name: 'BadDataError',
      details: expect.arrayContaining([
        { message: expect.any(String), path: expect.stringMatching(/^\/body\//) },
      ]),
    });
    expect(JSON.stringify(body)).not.toContain('top-secret');
    expect(await rows()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });
});

describe('changing an integration', () => {
  test('keeps the secrets that are sent back masked', async () => {
    const { id } = await given();
    const before = await read(id);
    const recorded = await recorder(service);
    const parameters = {
      ...before.parameters,
      authorization: 'Bearer top-secret-other',
      contentType: 'application/cloudevents+json',
    };
    const changed = await service.api
      .put(`${ADDONS}/${id}`, addon({ parameters, description: 'other' }))
      .expect(200);

    expect(changed.body).toEqual({
      ...before,
      description: 'other',
      parameters: { ...before.parameters, contentType: 'application/cloudevents+json' },
    });
    expect(await stored(id)).toEqual({
      ...SECRETS,
      ...OPEN,
      authorization: 'Bearer top-secret-other',
      contentType: 'application/cloudevents+json',
    });
    expect(await recorded()).toEqual([
      event('addon-config-updated', { data: changed.body, preData: before }),
    ]);
  });

  test('records that a secret was changed, without the secret', async () => {
    const { id } = await given();
    const recorded = await recorder(service);
    const parameters = { ...MASKED, ...OPEN, secret: 'top-secret-signing-key-2' };
    await service.api.put(`${ADDONS}/${id}`, addon({ parameters })).expect(200);
    const [changed] = await recorded();
    expect(changed).toMatchObject({ type: 'addon-config-updated' });
    expect(JSON.stringify(changed)).not.toContain('top-secret');
    expect((await stored(id))['secret']).toBe('top-secret-signing-key-2');
  });

  test('to the same content changes nothing and records nothing', async () => {
    const { id } = await given();
    const [before, recorded] = [await rows(), await recorder(service)];
    await service.api
      .put(`${ADDONS}/${id}`, addon({ parameters: { ...MASKED, ...OPEN } }))
      .expect(200);
    expect(await rows()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('keeps a description that is left out, and takes away what else is left out or empty', async () => {
    const { id } = await given();
    const parameters = { url: '*****', authorization: '' };
    const { body } = await service.api
      .put(`${ADDONS}/${id}`, {
        provider: 'webhook',
        enabled: true,
        events: ['feature-archived'],
        parameters,
      })
      .expect(200);
    expect(body).toEqual({
      id,
      provider: 'webhook',
      description: 'tells the shop',
      enabled: true,
      events: ['feature-archived'],
      projects: [],
      environments: [],
      createdAt: expect.stringMatching(/Z$/),
      parameters: { url: '*****', authorization: '' },
    });
    expect(await stored(id)).toEqual({ url: SECRETS.url, authorization: '' });
  });

  test('keeps projects that are gone by now', async () => {
    const project = await service.given.project();
    const { id } = await given({ projects: [project] });
    await service.sql('DELETE FROM project_environment WHERE project = $1', [project]);
    await service.sql('DELETE FROM project WHERE id = $1', [project]);
    const { body } = await service.api
      .put(`${ADDONS}/${id}`, addon({ projects: [project], description: 'kept' }))
      .expect(200);
    expect(body.projects).toEqual([project]);
  });

  test('is refused when it cannot be used, or there is no such addon', async () => {
    const { id } = await given({ parameters: { url: SECRETS.url } });
    const [before, recorded] = [await rows(), await recorder(service)];
    await service.api.put(`${ADDONS}/${id}`, addon({ parameters: { ...MASKED } })).expect(400); // only the URL is stored
    await service.api.put(`${ADDONS}/${id}`, addon({ projects: ['nosuch'] })).expect(400);
    await service.api.put(`${ADDONS}/2000000000`, addon()).expect(404);
    await service.api.put(`${ADDONS}/some`, addon()).expect(400);
    expect(await rows()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });
});

describe('deleting an integration', () => {
  test('takes the addon away with its log, and records it', async () => {
    const { id } = await given();
    const before = await read(id);
    const recorded = await recorder(service);
    await service.api.delete(`${ADDONS}/${id}`).expect(200, '');
    await service.api.get(`${ADDONS}/${id}`).expect(404);
    await service.api.get(`${ADDONS}/${id}/events`).expect(404);
    expect(await recorded()).toEqual([event('addon-config-deleted', { preData: before })]);
  });

  test('is refused when there is no such addon', async () => {
    const recorded = await recorder(service);
    await service.api.delete(`${ADDONS}/2000000000`).expect(404);
    await service.api.delete(`${ADDONS}/some`).expect(400);
    expect(await recorded()).toEqual([]);
  });
});

test('each provider says what it needs', async () => {
  const { body } = await service.api.get(ADDONS).expect(200);
  const providers = body.providers as { name: string; parameters: object[]; events: string[] }[];
  expect(providers.map(({ name }) => name).sort()).toEqual([
    'datadog',
    'new-relic',
    'otlp',
    'slack',
    'slack-app',
    'syslog',
    'teams',
    'webhook',
  ]);
  const webhook = providers.find(({ name }) => name === 'webhook')!;
  expect(webhook.parameters).toContainEqual(
    expect.objectContaining({ name: 'url', required: true }),
  );
  for (const { events } of providers) expect(events).toContain('feature-environment-disabled');
});

test('the id of an integration must be a number', async () => {
  await service.api.get(`${ADDONS}/some`).expect(400);
  await service.api.get(`${ADDONS}/some/events`).expect(400);
  await service.api.get(`${ADDONS}/2000000000`).expect(404);
});

test('nobody but administrators may do this', async () => {
  const { id } = await given();
  const [before, recorded] = [await rows(), await recorder(service)];
  for (const who of [{}, { token: CLIENT_TOKEN }]) {
    const status = 'token' in who ? 403 : 401;
    await service.api.as(who).get(ADDONS).expect(status);
    await service.api.as(who).get(`${ADDONS}/${id}`).expect(status);
    await service.api.as(who).get(`${ADDONS}/${id}/events`).expect(status);
    await service.api.as(who).post(ADDONS, addon()).expect(status);
    await service.api.as(who).put(`${ADDONS}/${id}`, addon()).expect(status);
    await service.api.as(who).delete(`${ADDONS}/${id}`).expect(status);
  }
  expect(await rows()).toEqual(before);
  expect(await recorded()).toEqual([]);
});
