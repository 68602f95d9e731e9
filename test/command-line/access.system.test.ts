import { main } from '../../cli/main.js';
import { askedProject, switching } from '../support/access-request-scene.js';
import type { Api } from '../support/api.js';
import { unique } from '../support/given.js';
import { type Outcome, runProgram } from '../support/programs.js';
import { TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** The command line of a person, with a personal token. */
async function flagsOf(api: Api): Promise<(...args: string[]) => Promise<Outcome>> {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const token = { description: unique(), expiresAt };
  const { body } = await api.post('/api/admin/user/tokens', token).expect(201);
  const environment = { FLAGS_URL: service.url, FLAGS_TOKEN: body.secret as string };
  return (...args) => runProgram(main, ['access', ...args], environment);
}

test('access for a time is asked for, given, and given back', async () => {
  const asked = await askedProject(service);
  const [asker, owner] = [await flagsOf(asked.asker.api), await flagsOf(asked.owner.api)];
  const wish = ['-p', asked.project, '--role', 'member', '-e', 'production', '--reason', 'INC-1'];
  const { out, code } = await asker('ask', ...wish, '--emergency');
  expect(code).toBe(0);
  const id = /Request (\d+), Member for .* in production of .*: open\./.exec(out)![1]!;

  expect((await owner('list')).out).toMatch(new RegExp(`${id} .*open, emergency.*INC-1`));
  const approved = await owner('approve', id, '--minutes', '30', '--comment', 'Be quick.');
  expect(approved.out).toContain(': active until 20');
  expect(await switching(asked, 'production')).toBe(200);
  expect(await switching(asked, 'development')).toBe(403);
  const mine = await asker('list', '--output', 'json');
  expect(JSON.parse(mine.out)).toMatchObject([{ id: Number(id), comment: 'Be quick.' }]);

  expect((await asker('end', id)).out).toContain(': ended.');
  expect(await switching(asked, 'production')).toBe(403);
  const again = await asker('ask', ...wish);
  const second = /Request (\d+)/.exec(again.out)![1]!;
  expect((await owner('deny', second)).out).toContain(': denied.');
  expect((await owner('list', '-p', asked.project)).out).toMatch(/denied.*\n.*ended/);
});

test('wrong use of commands about access says what would be right', async () => {
  const asked = await askedProject(service);
  const asker = await flagsOf(asked.asker.api);
  const unknown = ['-p', asked.project, '--role', 'King', '--reason', 'x'];
  expect(await asker('ask', ...unknown)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/no role "King" to ask for, but: .*Member/),
  });
  expect((await asker('approve', '7')).err).toContain('Name the project with --project.');
  expect((await asker('approve', 'seven')).code).toBe(2);
});
