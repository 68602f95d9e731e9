import { at } from '../../../support/api.js';
import { expectResponsive } from '../../../support/event-loop.js';
import { person, signedIn } from '../../../support/people.js';
import { filled, hasLists, HOSTILE, OPERATIONS } from '../../../support/hostile.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

/** Maximum characters of an error response. */
const LARGEST_REFUSAL = 64_000;
/** Maximum characters of other responses. */
const LARGEST_ANSWER = 1_000_000;

let service: TestService;
let editor: string;
const parameters: Record<string, string> = {
  projectId: 'default',
  environment: 'development',
  type: 'simple',
  id: '1',
};
beforeAll(async () => {
  service = await TestService.start();
  const { username } = await person(service, { rootRole: 'Editor' });
  const session = await signedIn(service, username);
  const token = {
    description: 'limits',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  editor = (await session.post('/api/admin/user/tokens', token).expect(201)).body.secret as string;
  const feature = await service.given.feature();
  const strategy = await service.api
    .post(`${at(feature, 'development')}/strategies`, { name: 'default' })
    .expect(200);
  Object.assign(parameters, {
    featureName: feature,
    child: feature,
    strategyId: strategy.body.id as string,
  });
});
afterAll(() => service.stop());

const pathOf = (template: string): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => parameters[name] ?? '1');
const tokenFor = (template: string): string =>
  template.startsWith('/api/client')
    ? CLIENT_TOKEN
    : /^\/(api\/frontend|ofrep)/.test(template)
      ? FRONTEND_TOKEN
      : ADMIN_TOKEN;

async function send(
  method: string,
  address: string,
  authorization: string,
  body?: string,
): Promise<void> {
  const headers = {
    authorization,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(`${service.url}${address}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isFine =
    response.status < 500 && text.length <= (response.ok ? LARGEST_ANSWER : LARGEST_REFUSAL);
  if (!isFine)
    throw new Error(
      `${method} ${address} is ${response.status} with ${text.length} characters: ${text.slice(0, 500)}`,
    );
}

const withLists = OPERATIONS.filter(({ body }) => body && hasLists(body));
test('most operations with a body take lists', () => {
  expect(withLists.length).toBeGreaterThan(40);
});

test.each(withLists.map((one) => [`${one.method} ${one.template}`, one] as const))(
  '%s',
  async (_, { method, template, body }) => {
    const address = pathOf(template);
    const bodies = Object.entries(HOSTILE).map(
      ([kind, [list, map]]) => [kind, JSON.stringify(filled(body!, list, map))] as const,
    );
    for (const [, hostile] of bodies)
      await expectResponsive(() => send(method, address, tokenFor(template), hostile));
    if (tokenFor(template) !== ADMIN_TOKEN) return;
    const [, most] = bodies.find(([kind]) => kind === 'many empty objects')!;
    await expectResponsive(() => send(method, address, editor, most));
  },
);

const withQuery = OPERATIONS.filter(
  ({ method, query, id }) => method === 'GET' && query.length > 0 && !/stream/i.test(id),
);
test.each(withQuery.map((one) => [`${one.template}`, one] as const))(
  'GET %s',
  async (_, { template, query }) => {
    const [authorization, address] = [tokenFor(template), pathOf(template)];
    const each = (values: (name: string) => string): string =>
      query.map(values).join('&').slice(0, 14_000);
    await expectResponsive(async () => {
      for (const name of query)
        await send(
          'GET',
          `${address}?${Array(1_500).fill(`${name}=a`).join('&')}`.slice(0, 14_000),
          authorization,
        );
      await send(
        'GET',
        `${address}?${each((name) => `${name}${'[a]'.repeat(500)}=1`)}`,
        authorization,
      );
      await send(
        'GET',
        `${address}?${each((name) => `${name}=${'x'.repeat(Math.floor(12_000 / query.length))}`)}`,
        authorization,
      );
    });
  },
);

test('an object with more properties than a body may have is refused before it is parsed', async () => {
  const properties = (count: number): string =>
    `{${Array.from({ length: count }, (_, n) => `"key${n}":1`).join(',')}}`;
  const post = (body: string): Promise<Response> =>
    fetch(`${service.url}/api/admin/features-batch/import`, {
      method: 'POST',
      headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
      body,
    });
  const refused = await post(properties(10_001));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(
    'An object in the body has more than the allowed 10000 properties',
  );
  // Such a list, or object, is valid in size.
  for (const body of [`[${'1,'.repeat(20_000)}1]`, properties(10_000)])
    expect(await (await post(body)).text()).not.toContain('more than');
  await expectResponsive(async () => void (await (await post(properties(700_000))).text()));
});
