import { NotificationMails } from '../../../../src/instance/notification-mail/notification-mails.js';
import { MEMBER } from '../../../support/access.js';
import { approve, ask, askedProject } from '../../../support/access-request-scene.js';
import type { Api } from '../../../support/api.js';
import { ChangeRequestScene, type GivenChange } from '../../../support/change-request-scene.js';
import type { MailServer } from '../../../support/mail-server.js';
import { mailedService } from '../../../support/mailed-service.js';
import { person, signedIn } from '../../../support/people.js';
import type { TestService } from '../../../support/service.js';

const SETTINGS = '/api/admin/user/notification-settings';
const PROJECTS = '/api/admin/projects';
let mail: MailServer;
let service: TestService;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ mail, service, stop } = await mailedService());
});
afterAll(() => stop());

interface Reader {
  api: Api;
  id: number;
  email: string;
}

async function reader(name: string, settings: object): Promise<Reader> {
  const email = `${name}@example.com`;
  const { id, username } = await person(service, { rootRole: 'Viewer', email, sendEmail: false });
  const api = await signedIn(service, username);
  await api.put(SETTINGS, settings).expect(200);
  return { api, id, email };
}

async function becameStale(project = 'default'): Promise<string> {
  const name = `stale-${Math.random().toString(36).slice(2)}`;
  const path = `${PROJECTS}/${project}/features`;
  await service.api.post(path, { name }).expect(201);
  await service.api.post(`${PROJECTS}/${project}/stale`, { features: [name], stale: true });
  return name;
}

/** Lets mails be due that tell of everything until now, also of what is in this millisecond. */
const makeDue = (ids: number[]): Promise<unknown> =>
  service.sql(
    `UPDATE notification_setting SET mail_due_at = now(),
       mailing_until = COALESCE(mailing_until,
         date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond')
     WHERE user_id = ANY ($1)`,
    [ids],
  );

const send = (): Promise<void> =>
  service.service.app.get(NotificationMails).sendDue(new AbortController().signal);

const mailsTo = (email: string): string[] =>
  mail.mails.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);

test('a person gets one mail of what they chose, whichever instances send', async () => {
  const { id, email } = await reader('chooser', { mailed: ['stale'], mailRhythm: 'soon' });
  const other = await reader('mute', { mailed: ['review'] });
  const name = await becameStale();
  await makeDue([id, other.id]);
  await Promise.all([send(), send(), send()]);
  await send();

  const mails = mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Subject: 1 notification about feature flags');
  expect(mails[0]).toContain('Features that became stale:');
  expect(mails[0]).toContain(`https://flags.example.com/projects/default/features/${name}`);
  expect(mails[0]).toContain('https://flags.example.com/notifications');
  expect(mails[0]).toContain('<table role="presentation"');
  expect(mailsTo(other.email)).toEqual([]);

  await makeDue([id]);
  await send();
  expect(mailsTo(email)).toHaveLength(1);
});

test('mails tell what the service did as done by the service, and moments in UTC', async () => {
  const { id, email } = await reader('told', { mailed: ['failure'], mailRhythm: 'soon' });
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, environment,
       data)
     VALUES ('schedule-suspended', 'unleash_system_user', -1337, 'late', 'default', 'production',
       '{"scheduleId": 7, "reason": "Archived at 2026-11-27T23:30:00.000Z."}')`,
  );
  await makeDue([id]);
  await send();
  expect(mailsTo(email)[0]).toContain('- The service suspended the schedule 7 of the feature late');
  expect(mailsTo(email)[0]).toMatch(/Archived at Nov 27, 2026, 11:30\sPM UTC\./);
});

test('a mail that was begun and not noted is sent again with the same id and content', async () => {
  const { id, email } = await reader('twice', { mailed: ['stale'], mailRhythm: 'weekly' });
  await becameStale();
  const until = "date_trunc('milliseconds', clock_timestamp())";
  await service.sql(`UPDATE notification_setting SET mailing_until = ${until} WHERE user_id = $1`, [
    id,
  ]);
  const [before] = await service.sql<{ row: object }>(
    'SELECT to_jsonb(n) AS row FROM notification_setting n WHERE user_id = $1',
    [id],
  );
  await makeDue([id]);
  await send();
  // As if the instance had stopped before it noted that.
  await service.sql(
    `UPDATE notification_setting n SET mailing_until = r.mailing_until,
       mailed_until = r.mailed_until, mail_due_at = now()
       FROM jsonb_populate_record(NULL::notification_setting, $1) r WHERE n.user_id = $2`,
    [JSON.stringify(before!.row), id],
  );
  await becameStale();
  await send();

  const ids = mailsTo(email).map((raw) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(mailsTo(email)[1]).toContain('Subject: 1 notification about');
  await makeDue([id]);
  await send();
  expect(mailsTo(email)).toHaveLength(3);
});

test('nobody is told of projects that they do not see', async () => {
  const project = await service.given.project({ mode: 'private' });
  const { id, email } = await reader('outsider', { mailed: ['stale'] });
  await becameStale(project);
  await makeDue([id]);
  await send();
  expect(mailsTo(email)).toEqual([]);
});

test('a personal token that expires soon is told once', async () => {
  const { id, api, email } = await reader('owner', { mailed: ['token'] });
  const expiresAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
  await api.post('/api/admin/user/tokens', { description: 'nightly', expiresAt }).expect(201);
  await makeDue([id]);
  await send();
  expect(mailsTo(email)).toEqual([]);
  await service.sql(
    "UPDATE personal_token SET expires_at = now() + interval '14 days' WHERE user_id = $1",
    [id],
  );
  await makeDue([id]);
  await send();
  expect(mailsTo(email)[0]).toContain('Your personal token nightly expires on');
});

test('reviewers are told of reviews that still wait for them', async () => {
  const scene = await ChangeRequestScene.create(service);
  const [one, two] = [await scene.feature(), await scene.feature()];
  const email = 'reviewer@example.com';
  const { id } = scene.reviewer;
  await service.sql('UPDATE app_user SET email = $1 WHERE id = $2', [email, id]);
  await scene.reviewer.api.put(SETTINGS, { mailed: ['review'] }).expect(200);
  const on = (feature: string): GivenChange => ({
    action: 'updateEnabled',
    feature,
    payload: { enabled: true },
  });
  const waiting = await scene.inReview(on(one));
  const reviewers = { reviewers: [id] };
  await scene.author.api.put(`${scene.path}/${waiting}/approvers`, reviewers).expect(204);
  const done = await scene.inReview(on(two));
  await scene.author.api.put(`${scene.path}/${done}/approvers`, reviewers).expect(204);
  await scene.state(done, 'Cancelled', scene.author.api).expect(200);
  await makeDue([id]);
  await send();

  const [mailed] = mailsTo(email);
  expect(mailed).toContain(`/projects/${scene.project}/change-requests/${waiting}`);
  expect(mailed).not.toContain(`/change-requests/${done}`);
});

test('owners are told of requests for access, and who asked of the decision', async () => {
  const asked = await askedProject(service);
  const people = [asked.owner, asked.asker];
  for (const { id, api } of people) {
    await service.sql('UPDATE app_user SET email = $1 WHERE id = $2', [`${id}@example.com`, id]);
    await api.put(SETTINGS, { mailed: ['access'] }).expect(200);
  }
  const wish = await ask(asked, { roleId: MEMBER });
  await makeDue([asked.owner.id]);
  await send();
  await approve(asked, wish).expect(200);
  await makeDue([asked.asker.id]);
  await send();
  const [told, answered] = people.map(({ id }) => mailsTo(`${id}@example.com`)[0]);
  expect(told).toContain(`asks for the role Member in ${asked.project}`);
  expect(answered).toContain(`You got the role Member in ${asked.project}`);
});

test('mails come by the rhythm, and none without a choice', async () => {
  const due = async (settings: object): Promise<string | null> => {
    const { id, api } = await reader(`due-${Math.random()}`, { mailed: ['stale'] });
    await api.put(SETTINGS, settings).expect(200);
    const [row] = await service.sql<{ at: string | null }>(
      `SELECT to_char(mail_due_at AT TIME ZONE 'UTC', 'ID HH24:MI') AS at
         FROM notification_setting WHERE user_id = $1`,
      [id],
    );
    return row!.at;
  };
  expect(await due({ mailRhythm: 'daily' })).toMatch(/^\d 07:00$/);
  expect(await due({ mailRhythm: 'weekly' })).toBe('1 07:00');
  expect(await due({ mailed: [] })).toBeNull();
});
