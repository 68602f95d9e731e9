import { EmergencyLinkScene } from '../../../support/emergency-link-scene.js';
import { TestService } from '../../../support/service.js';

const MISSES = 30;
/** How many random requests are sent; more with EMERGENCY_FUZZ_REQUESTS. */
const RANDOM_REQUESTS = Number(process.env['EMERGENCY_FUZZ_REQUESTS'] ?? 1_000);
const AT_ONCE = 20;
let service: TestService;
let scene: EmergencyLinkScene;
beforeAll(async () => {
  service = await TestService.start({ TOKEN_MISS_LIMIT_PER_MINUTE: String(MISSES) });
  scene = await EmergencyLinkScene.create(service);
});
afterAll(() => service.stop());

test('unknown secrets are limited by address, and links that exist work nevertheless', async () => {
  const feature = await scene.feature();
  const { path } = await scene.link({ feature });
  const statuses: number[] = [];
  for (let n = 0; n < MISSES + 20; n++)
    statuses.push((await scene.use(`/emergency/unknown-${n}`)).status);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(MISSES);
  expect((await scene.open('/emergency/another').expect(429)).text).toMatch(/Too many/);
  const fresh = await scene.link({ feature });
  await scene.use(fresh.path).expect(200);
  await scene.use(path).expect(200);
});

describe('with many misses allowed', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
  const CHARACTERS = 'abcXYZ019-_/.%20%2e?&=;:@<>"\'\\~$ü';
  const REFUSALS = [400, 404, 405];

  let open: TestService;
  let random = 7;
  beforeAll(async () => {
    open = await service.beside({ TOKEN_MISS_LIMIT_PER_MINUTE: '1000000' });
  });
  afterAll(() => open.stop());

  /** The same numbers in each run. */
  const below = (limit: number): number => {
    random = (random * 48_271) % 2_147_483_647;
    return random % limit;
  };
  const text = (length: number): string =>
    Array.from({ length }, () => CHARACTERS[below(CHARACTERS.length)]).join('');

  /** A path near that of the link, which is not that of the link. */
  const near = (path: string): string => {
    const at = '/emergency/'.length + below(43);
    const changed = path[at] === 'x' ? 'y' : 'x';
    return [
      `/emergency/${text(below(60))}`,
      `${path.slice(0, at)}${changed}${path.slice(at + 1)}`,
      path.slice(0, at),
      `${path}/${text(1 + below(9))}`,
      `${path}${encodeURIComponent(text(1 + below(9)))}`,
      `/emergency/x?secret=${path.slice('/emergency/'.length)}`,
      path.toLowerCase(),
    ][below(7)]!;
  };

  test(
    'random requests turn nothing off, and are refused',
    async () => {
      const feature = await scene.feature();
      const { id, path } = await scene.link({ feature });
      // Uses of the token of the tests are recorded at some time.
      const newest = () => service.sql("SELECT max(id) FROM event WHERE type !~ '-used$'");
      const before = await newest();
      const seen = new Set<number>();
      const one = async (): Promise<void> => {
        const method = METHODS[below(METHODS.length)]!;
        const target = near(path);
        // Clients resolve `/.`, `..` and `\\`: some lead to the link itself, or elsewhere.
        const { pathname } = new URL(open.url + target);
        const isBelow = pathname.startsWith('/emergency/');
        if (!isBelow || pathname.replace(/\/+$/, '') === path) return;
        const body = ['GET', 'HEAD'].includes(method) ? undefined : text(below(200));
        const response = await fetch(open.url + target, { method, body: body ?? null });
        seen.add(response.status);
        await response.arrayBuffer();
      };
      for (let n = 0; n < RANDOM_REQUESTS; n += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, one));
      expect([...seen].filter((status) => !REFUSALS.includes(status))).toEqual([]);
      expect(await scene.isOn(feature)).toBe(true);
      expect(await newest()).toEqual(before);
      expect(await scene.listed(id)).toMatchObject({ uses: 0 });
    },
    30_000 + 10 * RANDOM_REQUESTS,
  );

  test('other methods, and what comes with a request, mean nothing', async () => {
    const feature = await scene.feature();
    const { path } = await scene.link({ feature });
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await fetch(open.url + path, { method })).status).toBe(404);
    expect(await scene.isOn(feature)).toBe(true);
    const response = await fetch(`${open.url}${path}?environment=development&on=true`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'a',
        'if-match': '"x"',
        'x-http-method-override': 'DELETE',
      },
      body: JSON.stringify({ features: ['other'], enabled: true }),
    });
    expect(response.status).toBe(200);
    expect(await scene.isOn(feature)).toBe(false);
  });
});

test('the secret is not in the log, whatever happens', async () => {
  let log = '';
  const output = { write: (text: string): void => void (log += text) };
  const logging = await TestService.on(
    service.databaseUrl,
    async () => {},
    { LOG_LEVEL: 'trace' },
    { output },
  );
  const { path } = await scene.link({ feature: await scene.feature() });
  const secret = path.split('/').at(-1)!;
  try {
    await scene.use(path, logging).expect(200);
    await service.sql('ALTER TABLE emergency_link RENAME TO emergency_link_away');
    await scene.use(path, logging).expect(500);
    await scene.use(`${path}/more`, logging).expect(404);
  } finally {
    await service.sql('ALTER TABLE emergency_link_away RENAME TO emergency_link');
    await logging.stop();
  }
  expect(log).toContain('/emergency/:secret');
  expect(log).not.toContain(secret);
  const metrics = await fetch(`${service.url}/internal-backstage/prometheus`);
  expect(await metrics.text()).not.toContain(secret);
});
