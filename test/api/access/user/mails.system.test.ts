import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Mailer } from '../../../../src/access/people/mail/mailer.js';
import { mailTexts } from '../../../../src/access/people/mail/mail-texts.js';
import { passwordLink } from '../../../../src/access/people/mail/email-message.js';
import { createTestDatabase } from '../../../support/database.js';
import { unique } from '../../../support/given.js';
import { MailServer, withTls } from '../../../support/mail-server.js';
import { mailedService } from '../../../support/mailed-service.js';
import { PASSWORD, person, secretOf, signedIn, USERS } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

const OTHER = 'Another-staple-2';
const PASSWORD_EMAIL = '/auth/reset/password-email';
const link = /https?:\/\/\S+\?token=[0-9a-f]{64}/;
const newEmail = (): string => `${unique()}@example.com`;

describe('with a mail server', () => {
  let mail: MailServer;
  let service: TestService;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ mail, service, stop } = await mailedService({ TRUST_PROXY: '1' }));
  });
  afterAll(() => stop());

  const ask = (email: string, address: string): ReturnType<typeof service.api.post> =>
    service.api.as().post(PASSWORD_EMAIL, { email }).set('X-Forwarded-For', address);

  test('a new user is sent the link that the administrator is shown', async () => {
    const email = newEmail();
    const { body } = await service.api
      .post(USERS, { email, name: 'Ann <b>& Co', rootRole: 'Viewer' })
      .expect(201);
    expect(body).toMatchObject({ email, emailSent: true });
    const [received] = await mail.to(email);
    expect(received).toMatchObject({ from: 'flags@example.com', to: [email] });
    expect(received!.raw).toContain('From: Flags <flags@example.com>');
    expect(received!.raw).toContain('Auto-Submitted: auto-generated');
    expect(received!.raw).toContain(`Choose a password: ${body.inviteLink}`);
    expect(received!.raw).toContain(`<a href="${body.inviteLink}"`);
    expect(received!.raw).toMatch(/<p[^>]*>Hello Ann &#60;b&#62;&#38; Co,<\/p>/);
    await service.api
      .as()
      .post('/auth/reset/password', { token: secretOf(body.inviteLink), password: OTHER })
      .expect(200);
    await mail.to(email, 2); // that the password was changed
  });

  test.each([
    ['the administrator wants to pass the link on', { sendEmail: false, email: newEmail() }],
    ['there is no address', { username: unique() }],
  ])('a new user is sent nothing when %s', async (_, properties) => {
    const before = mail.mails.length;
    const { body } = await service.api
      .post(USERS, { rootRole: 'Viewer', ...properties })
      .expect(201);
    expect(body).toMatchObject({ emailSent: false, inviteLink: expect.stringMatching(link) });
    expect(mail.mails).toHaveLength(before);
  });

  test('a user who is not created is sent nothing', async () => {
    const email = newEmail();
    await service.api.post(USERS, { email, rootRole: 'nosuch' }).expect(400);
    await service.service.app
      .get(Mailer)
      .send(email, passwordLink(await mailTexts('en'), undefined, 'https://x', 'https://x'));
    expect(await mail.to(email)).toHaveLength(1);
  });

  test('a link made by an administrator goes to the user too', async () => {
    const email = newEmail();
    await person(service, { email, sendEmail: false });
    const { body } = await service.api.post(`${USERS}/reset-password`, { id: email }).expect(200);
    expect((await mail.to(email))[0]!.raw).toContain(body.resetPasswordUrl);
  });

  test('a user who has forgotten the password gets a link, at most one a minute, which is recorded', async () => {
    const email = newEmail();
    const { id } = await person(service, { email, sendEmail: false });
    await ask(email.toUpperCase(), '192.0.2.1').expect(200);
    const [received] = await mail.to(email);
    const events = await service.sql(
      "SELECT created_by, address, data FROM event WHERE type = 'user-password-link-created' AND data->>'id' = $1",
      [String(id)],
    );
    expect(events).toEqual([{ created_by: 'unknown', address: '192.0.2.1', data: { id } }]);
    await ask(email, '192.0.2.2').expect(200);
    const token = secretOf(link.exec(received!.raw)![0]);
    await service.api.as().post('/auth/reset/password', { token, password: OTHER }).expect(200);
    await signedIn(service, email, OTHER);
    expect((await mail.to(email, 2)).map(({ raw }) => /Subject: (.*)/.exec(raw)![1])).toEqual([
      'Choose a new password',
      'Your password was changed',
    ]);
  });

  test('asking for a mail does not show whether the user exists, and is refused when repeated', async () => {
    const email = newEmail();
    await person(service, { email, sendEmail: false });
    const [known, unknown] = [
      await ask(email, '192.0.2.11').expect(200),
      await ask(newEmail(), '192.0.2.12').expect(200),
    ];
    expect([known.text, known.headers['content-length']]).toEqual([
      unknown.text,
      unknown.headers['content-length'],
    ]);
    await ask(email, '192.0.2.11').expect(429);
    await ask(newEmail(), '192.0.2.12').expect(429);
  });

  test('the user gets a mail, whoever has changed the password', async () => {
    const email = newEmail();
    const { id } = await person(service, { email, sendEmail: false });
    const change = { oldPassword: PASSWORD, password: OTHER, confirmPassword: OTHER };
    await (
      await signedIn(service, email)
    )
      .post('/api/admin/user/change-password', change)
      .expect(200);
    await service.api.post(`${USERS}/${id}/change-password`, { password: PASSWORD }).expect(200);
    const mails = await mail.to(email, 2);
    for (const { raw } of mails)
      expect(raw).toMatch(/Your password was changed[^]*https:\/\/flags\.example\.com/);
  });

  test('mails are counted', async () => {
    const { text } = await service.api.get('/internal-backstage/prometheus');
    expect(text).toMatch(/^mails_total\{outcome="sent"\} [1-9]/m);
    expect(text).toMatch(/^mails_total\{outcome="failed"\} 0/m);
  });
});

describe('no request fails, or takes long, over a mail server', () => {
  let log = '';
  const logged = (): Record<string, unknown>[] =>
    log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const attempt = async (
    environment: NodeJS.ProcessEnv,
  ): Promise<{ milliseconds: number; service: TestService }> => {
    log = '';
    const database = await createTestDatabase();
    const service = await TestService.on(
      database.url,
      () => database.drop(),
      {
        EMAIL_HOST: '127.0.0.1',
        EMAIL_SENDER: 'flags@example.com',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      { output: { write: (text) => (log += text) } },
    );
    const start = performance.now();
    const { body } = await service.api
      .post(USERS, { email: newEmail(), rootRole: 'Viewer' })
      .expect(201);
    const milliseconds = performance.now() - start;
    expect(body).toMatchObject({ emailSent: false, inviteLink: expect.stringMatching(link) });
    return { milliseconds, service };
  };
  const failed = (service: TestService): Promise<string> =>
    eventually(
      async () => (await service.api.get('/internal-backstage/prometheus')).text,
      (text) => /^mails_total\{outcome="failed"\} 1$/m.test(text),
    );

  function expectLogged(reason: object): void {
    const line = logged().find((one) => one['msg'] === 'A mail could not be sent.');
    expect(line).toMatchObject({ mail: 'invitation', ...reason });
    expect(JSON.stringify(line)).not.toContain('@example.com');
  }

  test('that is not there', async () => {
    const { service } = await attempt({ EMAIL_PORT: '1' });
    await failed(service);
    await service.stop();
  });

  test('that says nothing', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    const { milliseconds, service } = await attempt({
      EMAIL_PORT: String((silent.address() as AddressInfo).port),
    });
    expect(milliseconds).toBeLessThan(15_000);
    const start = performance.now();
    await service.api.as().post(PASSWORD_EMAIL, { email: 'nobody@example.com' }).expect(200);
    expect(performance.now() - start).toBeLessThan(2_500);
    await failed(service); // all services of a process log to the last one's log
    await service.stop();
    silent.close();
  });

  test.each([
    [
      'whose certificate is not trusted, so that it does not get the password',
      { EMAIL_USER: 'flags', EMAIL_PASSWORD: 'right' },
      withTls('right'),
      { code: 'ESOCKET', reason: 'self-signed certificate' },
    ],
    [
      'that offers no TLS to one who has a password',
      { EMAIL_USER: 'flags', EMAIL_PASSWORD: 'right' },
      {},
      { code: 'ETLS', responseCode: 500 },
    ],
    [
      'whose certificate is not trusted',
      {},
      withTls('right'),
      { code: 'ESOCKET', reason: 'self-signed certificate' },
    ],
  ])('%s', async (_, environment, options, reason) => {
    const mail = await MailServer.start(options);
    const { service } = await attempt({ ...mail.environment, ...environment });
    await failed(service);
    expect(mail.mails).toEqual([]);
    expectLogged(reason);
    await service.stop();
    await mail.stop();
  });

  test('that is to speak TLS at once and does not', async () => {
    // It only greets. A real one may also reset the connection, since it is talked to too soon.
    const greeting = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write('220 mail.example.com\r\n');
    }).listen(0, '127.0.0.1');
    await once(greeting, 'listening');
    const { service } = await attempt({
      EMAIL_PORT: String((greeting.address() as AddressInfo).port),
      EMAIL_SECURE: 'true',
    });
    await failed(service);
    expectLogged({ code: 'ESOCKET', reason: expect.stringMatching(/SSL|TLS/) });
    await service.stop();
    greeting.close();
  });
});
