import { AccessExpiryJob } from '../../../../src/access/people/access-request/access-expiry.job.js';
import { NotificationMails } from '../../../../src/instance/notification-mail/notification-mails.js';
import { give, MEMBER, OWNER, type SignedIn } from '../../../support/access.js';
import {
  approve,
  ask,
  askedProject,
  expire,
  requestsOf,
} from '../../../support/access-request-scene.js';
import type { MailServer } from '../../../support/mail-server.js';
import { mailedService } from '../../../support/mailed-service.js';
import { person, signedIn } from '../../../support/people.js';
import type { TestService } from '../../../support/service.js';

let mail: MailServer;
let service: TestService;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ mail, service, stop } = await mailedService());
});
afterAll(() => stop());

const OWN = '/api/admin/access-requests';

async function waitingFor({ api }: SignedIn): Promise<number[]> {
  const { body } = await api.get(OWN).expect(200);
  return body.waiting.map(({ id }: { id: number }) => id);
}

/** Lets requests have been made hours ago. */
const madeBefore = (hours: number, ...ids: number[]): Promise<unknown> =>
  service.sql(
    `UPDATE access_request SET created_at = now() - make_interval(hours => $1)
      WHERE id = ANY ($2)`,
    [hours, ids],
  );

// The first one, since the oldest requests are those with the lowest ids.
test('what is decided, withdrawn, ended or lapsed is forgotten after 90 days, whoever asked', async () => {
  const scene = await askedProject(service);
  const { project, owner } = scene;
  const job = service.service.app.get(AccessExpiryJob);
  const made: number[] = [];
  const add = async (): Promise<number> => {
    made.push(await ask(scene, { roleId: MEMBER }));
    return made.at(-1)!;
  };
  await owner.api.post(`${requestsOf(project)}/${await add()}/deny`, {}).expect(200);
  await scene.asker.api.post(`${requestsOf(project)}/${await add()}/end`).expect(200);
  const given = await add();
  await approve(scene, given).expect(200);
  await expire(service, given);
  await madeBefore(200, await add());
  const held = await add();
  await approve(scene, held).expect(200);
  const listed = async (): Promise<number[]> => {
    const { body } = await owner.api.get(requestsOf(project)).expect(200);
    return body.accessRequests.map(({ id }: { id: number }) => id).sort();
  };
  await madeBefore(2_159, ...made);
  await job.look();
  expect(await listed()).toEqual(made);
  await madeBefore(2_161, ...made);
  await job.look();
  expect(await listed()).toEqual([held]);
});

test('whoever decides about one project finds its requests behind a thousand urgent others', async () => {
  const [own, other] = [await askedProject(service), await askedProject(service)];
  await service.sql(
    `INSERT INTO access_request (project, user_id, role_id, minutes, reason, is_emergency)
     SELECT $1, $2, $3, 60, 'x', true FROM generate_series(1, 1001)`,
    [other.project, other.asker.id, MEMBER],
  );
  const [plain, urgent] = [
    await ask(own, { roleId: MEMBER }),
    await ask(own, { roleId: OWNER, isEmergency: true }),
  ];
  expect(await waitingFor(own.owner)).toEqual([urgent, plain]);
  expect(await waitingFor(own.asker)).toEqual([]);
  expect(await waitingFor(other.owner)).toHaveLength(200);
});

test('mails tell of requests that still wait, and of decisions, in live projects', async () => {
  const [live, archived] = [await askedProject(service), await askedProject(service)];
  const { id, username } = await person(service, { email: 'decider@example.com' });
  const api = await signedIn(service, username);
  await api.put('/api/admin/user/notification-settings', { mailed: ['access'] }).expect(200);
  const due = (): Promise<unknown> =>
    service.sql(
      `UPDATE notification_setting SET mailed_until = now() - interval '10 days',
         mail_due_at = now(),
         mailing_until = date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'
       WHERE user_id = $1`,
      [id],
    );
  for (const scene of [live, archived])
    await give(service, scene.project, [OWNER], { users: [id] });
  await madeBefore(169, await ask(live, { roleId: MEMBER, reason: 'it lapsed' }));
  await ask(live, { roleId: OWNER, reason: 'it waits' });
  await ask(archived, { roleId: MEMBER, reason: 'it is archived' });
  const mine = { ...archived, asker: { id, username, api } };
  await ask(mine, { roleId: MEMBER, reason: 'mine' }).then((wish) => approve(mine, wish));
  const { project, feature } = archived;
  await service.api.delete(`/api/admin/projects/${project}/features/${feature}`).expect(202);
  await service.api.post(`/api/admin/projects/archive/${project}`).expect(200);
  await due();
  await service.service.app.get(NotificationMails).sendDue(new AbortController().signal);
  const text = mail.mails.map(({ raw }) => raw).join('\n');
  expect(text).toContain('it waits');
  for (const gone of ['it lapsed', 'it is archived', 'You got the role'])
    expect(text).not.toContain(gone);
});
