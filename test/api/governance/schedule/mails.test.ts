import { mailTexts } from '../../../../src/access/people/mail/mail-texts.js';
import { give, MEMBER } from '../../../support/access.js';
import { catalogueOf } from '../../../support/console-texts.js';
import type { MailServer } from '../../../support/mail-server.js';
import { mailedService } from '../../../support/mailed-service.js';
import { person, signedIn } from '../../../support/people.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import type { TestService } from '../../../support/service.js';

let mail: MailServer;
let service: TestService;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ mail, service, stop } = await mailedService());
});
afterAll(() => stop());

test('the author of a suspended schedule gets a mail with the reason', async () => {
  const scene = await ScheduleScene.create(service);
  const email = 'author-of-schedules@example.com';
  const { id: userId, username } = await person(service, {
    rootRole: 'Viewer',
    email,
    sendEmail: false,
  });
  await give(service, scene.project, [MEMBER], { users: [userId] });
  const feature = await scene.feature();
  const api = await signedIn(service, username);
  const id = await scene.given(feature, { action: 'on' }, api);
  await service.api.delete(scene.at(feature)).expect(202);
  await scene.executed(id);
  const [received] = await mail.to(email);
  expect(received!.raw).toContain('Subject: A scheduled change was not made');
  expect(received!.raw).toContain('The change "Turn on" of the feature');
  expect(received!.raw).toContain('The feature is archived.');
  expect(received!.raw).toContain(
    `https://flags.example.com/projects/${scene.project}/features/${feature}`,
  );
});

test.each(['en', 'de', 'fr'])(
  'mails in "%s" say what schedules do as the console',
  async (code) => {
    const { suspended } = await mailTexts(code);
    const place = 'schedules.ts scheduleTexts.actions.';
    const inConsole = [...catalogueOf(code)].filter(([one]) => one.startsWith(place));

    expect(suspended.actions).toEqual(
      Object.fromEntries(inConsole.map(([one, { words }]) => [one.slice(place.length), words])),
    );
  },
);
