import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from '../../../../verify/verify.js';
import { runProcess, runProgram, type Outcome } from '../../../support/programs.js';
import { untilSealed } from '../../../support/sealing.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const run = (...args: string[]): Promise<Outcome> => runProgram(main, args);
const runInProcess = (...args: string[]): Promise<Outcome> => runProcess('verify/verify.js', args);

describe('the command that verifies the log', () => {
  test('verifies from a database or over HTTP, and reports the result by its exit code', async () => {
    for (let n = 0; n < 2; n++) await service.given.feature();
    await untilSealed(service);
    const ids = (
      await service.sql<{ id: number }>('SELECT id::int AS id FROM event ORDER BY id')
    ).map(({ id }) => id);
    for (const source of [
      ['--database', service.databaseUrl],
      ['--url', service.url, '--token', ADMIN_TOKEN],
    ]) {
      const { out, code } = await run(...source);
      expect(out).toContain('The audit log verifies.');
      expect(out).toContain(`${ids.length} events in`);
      expect(code).toBe(0);
    }
    await service.sql("UPDATE event SET data = '{}' WHERE id = $1", [ids[1]]);
    const changed = await run('--database', service.databaseUrl);
    expect(changed.code).toBe(1);
    expect(changed.out).toMatch(new RegExp(`^FAILED: Event ${ids[1]} .* was changed`));
    expect(await runInProcess('--database', service.databaseUrl)).toEqual(changed);
    const refused = await run('--url', service.url, '--token', 'no-token');
    expect(refused).toMatchObject({ code: 2 });
  });

  test.each([
    ['--keys', '{}', /contains no public keys/],
    ['--keys', 'null', /contains no public keys/],
    ['--checkpoint', '{"checkpoints":[]}', /contains no checkpoints/],
    ['--checkpoint', '{"name":"AuthenticationRequired"}', /contains no checkpoints/],
    ['--checkpoint', 'text', /cannot be read as JSON/],
    ['--url', 'http://127.0.0.1:1', /^http:\/\/127.0.0.1:1 cannot be reached: ./],
  ])('names what it cannot use: %s %s', async (option, content, message) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verify-'));
    try {
      const file = path.join(folder, 'saved.json');
      await writeFile(file, content);
      const source = option === '--url' ? [content] : [file, '--database', service.databaseUrl];
      const { code, err } = await run(option, ...source);
      expect(err).toMatch(message);
      expect(code).toBe(2);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('verifies signed statistics without a connection', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verify-'));
    try {
      const file = (name: string): string => path.join(folder, name);
      const { text } = await service.api
        .get('/api/admin/instance-admin/statistics?signed=true')
        .expect(200);
      const keys = await service.api.as().get('/.well-known/jwks.json').expect(200);
      await writeFile(file('statistics.jws'), text);
      await writeFile(file('keys.json'), keys.text);
      const args = ['--statistics', file('statistics.jws'), '--keys', file('keys.json')];
      const good = await run(...args);
      expect(good.out).toMatch(/^Verified: statistics of instance [\w-]+ at .*Z, signed by/);
      const jws = JSON.parse(text) as { payload: string };
      const payload = jws.payload.replace(/^..../, 'eyJC');
      await writeFile(file('statistics.jws'), JSON.stringify({ ...jws, payload }));
      expect((await run(...args)).code).toBe(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('what somebody made of a seal, the command reports, and it verifies the others:', () => {
  const content = (part: string, by: string): string =>
    `content = regexp_replace(content, '${part}', '${by}')`;
  const NO_SEAL = 'its content is not that of a seal.';

  test.each([
    ['no JSON', "content = 'nothing'", NO_SEAL],
    ['other JSON', "content = '{}'", NO_SEAL],
    ['a time that is none', content('"createdAt":"[^"]*"', '"createdAt":"?"'), NO_SEAL],
    ['the number of another', content('"index":\\d+', '"index":1'), NO_SEAL],
    [
      'a seal without events',
      `${content('"size":\\d+', '"size":0')}, event_ids = '{}', leaf_hashes = ''`,
      'its size and its positions differ.',
    ],
  ])('%s', async (_, change, problem) => {
    const tampered = await TestService.start();
    try {
      for (let n = 0; n < 3; n++) {
        await tampered.given.feature();
        await untilSealed(tampered);
      }
      const [event] = await tampered.sql<{ id: number }>('SELECT max(id)::int AS id FROM event');
      await tampered.sql("UPDATE event SET created_by = 'x' WHERE id = $1", [event!.id]);
      await tampered.sql(`UPDATE event_seal SET ${change} WHERE id = 2`);
      const { code, out } = await run('--database', tampered.databaseUrl);
      expect(out.split('\n')[0]).toBe(`FAILED: Seal 2: ${problem}`);
      expect(out).toMatch(new RegExp(`FAILED: Event ${event!.id} .* was changed`));
      expect(code).toBe(1);
    } finally {
      await tampered.stop();
    }
  });
});
