import { mailTexts } from '../../../../src/access/people/mail/mail-texts.js';
import { NotificationMails } from '../../../../src/instance/notification-mail/notification-mails.js';
import { LANGUAGES } from '../../../../src/platform/http/language.js';
import { give, MEMBER } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import type { MailServer } from '../../../support/mail-server.js';
import { mailedService } from '../../../support/mailed-service.js';
import { PASSWORD, person, signedIn, USERS } from '../../../support/people.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import type { TestService } from '../../../support/service.js';

/** The language that a person has chosen, and mails in it. */

const ME = '/api/admin/user';
const CHOICE = '/api/admin/user/language';
const SETTINGS = '/api/admin/user/notification-settings';

let mail: MailServer;
let service: TestService;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ mail, service, stop } = await mailedService());
});
afterAll(() => stop());

async function reader(language?: string): Promise<{ api: Api; id: number; email: string }> {
  const email = `${unique()}@example.com`;
  const { id, username } = await person(service, { rootRole: 'Admin', email, sendEmail: false });
  const api = await signedIn(service, username);
  if (language) await api.put(CHOICE, { language }).expect(200);
  return { api, id, email };
}

const languageOf = async (api: Api): Promise<unknown> =>
  (await api.get(ME).expect(200)).body.language;

test('a person chooses a language and forgets it again, without an event', async () => {
  const { api } = await reader();
  const other = await reader('fr');
  const events = (): Promise<unknown> => service.sql('SELECT max(id) FROM event');
  const before = await events();
  expect(await languageOf(api)).toBeUndefined();
  await api.put(CHOICE, { language: 'de' }).expect(200);
  expect(await languageOf(api)).toBe('de');
  await api.put(CHOICE, { language: 'klingon' }).expect(400);
  expect(await languageOf(api)).toBe('de');
  await api.put(CHOICE, {}).expect(200);
  expect(await languageOf(api)).toBeUndefined();
  expect(await languageOf(other.api)).toBe('fr');
  expect(await events()).toEqual(before);
});

test('an admin token chooses no language, and a deleted account keeps none', async () => {
  await service.api.put(CHOICE, { language: 'de' }).expect(403);
  const { id } = await reader('de');
  await service.api.delete(`${USERS}/${id}`).expect(200);
  expect(await service.sql('SELECT language FROM app_user WHERE id = $1', [id])).toEqual([
    { language: null },
  ]);
});

test('an invitation is in the language of whoever invites', async () => {
  const { api } = await reader('fr');
  const email = `${unique()}@example.com`;
  await api.post(USERS, { email, name: 'Zoé', rootRole: 'Viewer' }).expect(201);
  const [{ raw } = { raw: '' }] = await mail.to(email);
  expect(raw).toContain('<title>Votre compte pour gérer les feature flags');
  expect(raw).toContain('Bonjour Zoé,');
  expect(raw).toContain('Choisir un mot de passe\u00a0: https://flags.example.com/new-user?token=');
  expect(raw).toContain('<html lang="fr">');
});

test('mails about a password are in the language of the account', async () => {
  const { api, id, email } = await reader('de');
  await service.api.post(`${USERS}/reset-password`, { id: email }).expect(200);
  const [link] = await mail.to(email);
  expect(link!.raw).toContain('<title>Neues Passwort wählen');
  const passwords = { password: 'Another-staple-2', confirmPassword: 'Another-staple-2' };
  await api.post(`${ME}/change-password`, { ...passwords, oldPassword: PASSWORD }).expect(200);
  await service.api.post(`${USERS}/${id}/change-password`, { password: PASSWORD }).expect(200);
  const [, own, changed] = await mail.to(email, 3);
  for (const one of [own, changed])
    expect(one!.raw).toContain('<title>Ihr Passwort wurde geändert');
});

test('notifications are in the language of their reader, with events and days', async () => {
  const people = await Promise.all(['de', 'fr', undefined].map(reader));
  const name = unique();
  const features = '/api/admin/projects/default/features';
  const expiresAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
  for (const { api } of people) {
    await api.put(SETTINGS, { mailed: ['stale', 'token'] }).expect(200);
    await api.post('/api/admin/user/tokens', { description: 'ci', expiresAt }).expect(201);
  }
  await service.api.post(features, { name }).expect(201);
  await service.api.post('/api/admin/projects/default/stale', { features: [name], stale: true });
  await service.sql(
    `WITH soon AS (UPDATE personal_token SET expires_at = now() + interval '14 days')
     UPDATE notification_setting SET mail_due_at = now(), mailing_until =
       date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'`,
  );
  await service.service.app.get(NotificationMails).sendDue(new AbortController().signal);

  const [german, french, english] = people.map(
    ({ email }) => mail.mails.find(({ to }) => to.includes(email))!.raw,
  );
  expect(german).toContain('<title>2 Benachrichtigungen über Feature-Flags');
  expect(german).toContain('Features, die veraltet sind:');
  expect(german).toContain(`hat das Feature ${name} im Projekt default als veraltet markiert.`);
  expect(german).toMatch(/Token ci läuft am \d{1,2}\. \p{L}+ \d{4} ab\./u);
  expect(french).toContain('Subject: 2 notifications sur les feature flags');
  expect(french).toContain(`a marqué la fonctionnalité ${name} du projet default comme obsolète.`);
  expect(french).toMatch(/jeton personnel ci expire le \d{1,2} \p{L}+ \d{4}\./u);
  expect(english).toContain('Subject: 2 notifications about feature flags');
  expect(english).toContain(`marked the feature ${name} in the project default as stale.`);
});

test('the author of a schedule that was not carried out is told in their language', async () => {
  const scene = await ScheduleScene.create(service);
  const { api, id, email } = await reader('fr');
  await give(service, scene.project, [MEMBER], { users: [id] });
  const feature = await scene.feature();
  const schedule = await scene.given(feature, { action: 'on' }, api);
  await service.api.delete(scene.at(feature)).expect(202);
  await scene.executed(schedule);
  const [received] = await mail.to(email);
  expect(received!.raw).toContain('<title>Une modification planifiée n’a pas eu lieu');
  expect(received!.raw).toContain(`de la fonctionnalité «\u00a0${feature}\u00a0»`);
});

/** All texts of a language, with what is filled in. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [value.toString()];
  return Object.values(value as object).flatMap(textsIn);
}

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'no text of mails in "%s" is English, and French has no-break spaces',
  async (language) => {
    const english = new Set(textsIn(await mailTexts('en')));
    const texts = textsIn(await mailTexts(language)).filter((text) => text.length > 2);

    expect(texts.filter((text) => english.has(text))).toEqual([]);
    if (language === 'fr') expect(texts.filter((text) => /« |\S [;!»%]/.test(text))).toEqual([]);
  },
);
