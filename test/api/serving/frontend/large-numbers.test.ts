import { withLargeNumbersAsText } from '../../../../src/platform/http/body/body-reader.js';
import { at } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';

/** Contexts with numbers that JavaScript cannot hold exactly. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const ID = '9007199254740993';
/** The number that reading it as a double makes of it. */
const ROUNDED = '9007199254740992';
const FIELD = unique('large');
const ROWS = [
  ['userId', 'IN', [ID], true],
  ['userId', 'IN', [ROUNDED], false],
  ['userId', 'NOT_IN', [ROUNDED], true],
  ['userId', 'STR_ENDS_WITH', ['93'], true],
  [FIELD, 'STR_STARTS_WITH', ['-12345678901234567890.5'], true],
  [FIELD, 'NUM_LT', '-12345678901234560000', true],
  ['userId', 'NUM_GT', '9007199254740991', true],
  ['userId', 'NUM_EQ', ID, true],
  ['userId', 'NUM_LTE', '9007199254740991', false],
] as const;
const CONTEXT = `{ "appName": "x", "userId": ${ID}, "properties": {"${FIELD}":-12345678901234567890.5} }`;

const constraintOf = ([contextName, operator, held]: (typeof ROWS)[number]) =>
  typeof held === 'string'
    ? { contextName, operator, value: held }
    : { contextName, operator, values: held };

describe('numbers of a context that are too large for JavaScript', () => {
  const features: string[] = [];
  let scene: ChangeRequestScene;
  beforeAll(async () => {
    await service.api.post('/api/admin/context', { name: FIELD }).expect(201);
    scene = await ChangeRequestScene.create(service);
    for (const row of ROWS) {
      const name = await service.given.feature();
      const strategy = { name: 'default', constraints: [constraintOf(row)] };
      await service.api.post(`${at(name, 'development')}/strategies`, strategy).expect(200);
      await service.api.post(`${at(name, 'development')}/on`).expect(200);
      features.push(name);
    }
  });

  const post = (path: string, body: string, token?: string) =>
    (token ? service.api.as({ token }) : service.api)
      .post(path)
      .set('content-type', 'application/json')
      .send(body)
      .expect(200);
  const EXPECTED = ROWS.map(([, , , isOn]) => isOn);

  test('are compared as they are written by the frontend API', async () => {
    const { body } = await post('/api/frontend', `{"context":${CONTEXT}}`, FRONTEND_TOKEN);
    const on = (body.toggles as { name: string }[]).map(({ name }) => name);
    expect(features.map((name) => on.includes(name))).toEqual(EXPECTED);
  });

  test('are compared as they are written by OFREP, also as a targeting key', async () => {
    const context = CONTEXT.replace('userId', 'targetingKey');
    for (const sent of [CONTEXT, context]) {
      const path = '/ofrep/v1/evaluate/flags';
      const { body } = await post(path, `{"context":${sent}}`, CLIENT_TOKEN);
      const flags = new Map(
        (body.flags as { key: string; value: unknown }[]).map(({ key, value }) => [key, value]),
      );
      expect(features.map((name) => flags.get(name))).toEqual(EXPECTED);
      for (const [n, name] of features.entries()) {
        const one = await post(`${path}/${name}`, `{"context":${sent}}`, CLIENT_TOKEN);
        expect(one.body.value).toBe(EXPECTED[n]);
      }
    }
  });

  test('are compared as they are written by the playground, and shown as such', async () => {
    const question = `{"environment":"development","projects":["default"],"context":${CONTEXT}}`;
    const { body } = await post('/api/admin/playground', question);
    const found = body.features as { name: string; isEnabled: boolean }[];
    const isOn = new Map(found.map(({ name, isEnabled }) => [name, isEnabled]));
    expect(features.map((name) => isOn.get(name))).toEqual(EXPECTED);
    expect(body.input.context.userId).toBe(ID);

    const several = `{"environments":["development"],"projects":["default"],"context":${CONTEXT}}`;
    const advanced = await post('/api/admin/playground/advanced', several);
    const parts = advanced.body.features as {
      name: string;
      environments: { development: { isEnabled: boolean }[] };
    }[];
    const all = new Map(parts.map(({ name, environments }) => [name, environments.development]));
    expect(features.map((name) => all.get(name)!.map(({ isEnabled }) => isEnabled))).toEqual(
      EXPECTED.map((one) => [one]),
    );
  });

  test('are compared as they are written by the playground of a change request', async () => {
    const feature = await scene.feature();
    const payload = { name: 'userWithId', parameters: { userIds: ID } };
    const id = await scene.inReview([
      { action: 'updateEnabled', feature, payload: { enabled: true } },
      { action: 'addStrategy', feature, payload },
    ]);
    const sent = await scene.reviewer.api
      .post(`/api/admin/playground/change-request/${id}`)
      .set('content-type', 'application/json')
      .send(`{"context":${CONTEXT}}`)
      .expect(200);
    const { environments } = sent.body.features.find(
      (one: { name: string }) => one.name === feature,
    );
    expect(environments.production[0].isEnabled).toBe(true);
  });
});

describe('JSON with large numbers as text', () => {
  const changed = (json: string): string => withLargeNumbersAsText(Buffer.from(json)).toString();

  test.each([
    ['[9007199254740993,-9007199254740993]', '["9007199254740993","-9007199254740993"]'],
    ['{"ä":[ 1e400 ,\n-1E+400]}', '{"ä":[ "1e400" ,\n"-1E+400"]}'],
    ['[18446744073709551615.25]', '["18446744073709551615.25"]'],
  ])('%s becomes %s', (json, expected) => {
    expect(changed(json)).toBe(expected);
  });

  test.each([
    '[9007199254740991,0.1,1e15,-0,1.10,1E2]',
    String.raw`{"9007199254740993":"9007199254740993","\\":"\"9007199254740993"}`,
    '{9007199254740993 : 1}',
    '[09007199254740993]',
    '[9007199254740993.]',
    '[--9007199254740993]',
    '["9007199254740993',
    '["\\',
    '9007199254740993e',
  ])('%s stays', (json) => {
    expect(changed(json)).toBe(json);
  });
});
