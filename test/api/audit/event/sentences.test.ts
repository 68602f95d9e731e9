import { unique } from '../../../support/given.js';
import { person } from '../../../support/people.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ScheduleScene;

beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

/** The sentence of the newest event of a type, and about a feature, without Markdown. */
async function sentenceOf(type: string, feature?: string): Promise<string> {
  const query = `type=IS:${type}${feature ? `&feature=IS:${feature}` : ''}`;
  const { body } = await service.api.get(`/api/admin/search/events?${query}`).expect(200);
  const [event] = body.events as { summary: string }[];
  return event!.summary.replace(/\[(.*?)\]\(.*?\)/g, '$1').replace(/[*\\]/g, '');
}

test.each([
  ['on', 'scheduled turning on the feature'],
  ['off', 'scheduled turning off the feature'],
  ['archive', 'scheduled archiving the feature'],
])('the sentence of a schedule says what it does: %s', async (action, words) => {
  const feature = await scene.feature();
  await scene.add(feature, { action }).expect(201);
  expect(await sentenceOf('schedule-created', feature)).toContain(
    `${words} ${feature} in the environment production of the project ${scene.project} for 20`,
  );
});

test('a sentence names the user and the group, and says the id of who is deleted', async () => {
  const { id: userId } = await person(service, { name: 'Ada *Lovelace*' });
  const group = unique('team');
  const { body } = await service.api
    .post('/api/admin/groups', { name: group, users: [{ user: { id: userId } }] })
    .expect(201);

  expect(await sentenceOf('group-user-added')).toContain(
    `added the user Ada Lovelace to the group ${group}`,
  );
  await service.api.delete(`/api/admin/user-admin/${userId}`).expect(200);
  expect(await sentenceOf('group-user-added')).toContain(
    `added the user ${userId} to the group ${group}`,
  );
  await service.api.delete(`/api/admin/groups/${body.id}`).expect(200);
});
