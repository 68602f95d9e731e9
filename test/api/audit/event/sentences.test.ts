import { ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ScheduleScene;

beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

/** The sentence of the newest event of a type about a feature, without Markdown. */
async function sentenceOf(type: string, feature: string): Promise<string> {
  const query = `type=IS:${type}&feature=IS:${feature}`;
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
