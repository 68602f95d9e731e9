import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import type { Receiver } from '../../../support/receiver.js';
import type { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';
import { replacement, WebhookScene } from '../../../support/webhook-scene.js';

const ADDONS = '/api/admin/addons';
let scene: WebhookScene;
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  scene = await WebhookScene.start();
  ({ service, receiver } = scene);
});
afterAll(() => scene.stop());
afterEach(() => scene.clear());

const features = (): (string | null)[] => receiver.at('/').map(({ event }) => event.featureName);
const transaction = async (): Promise<QueryRunner> => {
  const runner = service.service.app.get(DataSource).createQueryRunner();
  await runner.startTransaction();
  return runner;
};
/**
 * Writes an event directly into the database, so that it is not announced.
 * @returns Its id.
 */
const write = async (runner: QueryRunner, feature: string): Promise<number> => {
  const sql = `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project) VALUES ('feature-created', 'somebody', 1, $1, 'default') RETURNING id`;
  return Number(((await runner.query(sql, [feature])) as { id: string }[])[0]!.id);
};
const end = async (runner: QueryRunner, how: 'commit' | 'rollback'): Promise<void> => {
  await (how === 'commit' ? runner.commitTransaction() : runner.rollbackTransaction());
  await runner.release();
};

test('changes of variants reach an addon that names their old type', async () => {
  const id = await scene.given({ events: ['feature-variants-updated'] });
  const feature = await service.given.feature({
    variants: [{ name: 'blue', weight: 1000, weightType: 'variable' }],
  });
  await scene.settled(id, 2);
  expect(receiver.received.map(({ event }) => [event.type, event.featureName])).toEqual(
    Array(2).fill(['feature-environment-variants-updated', feature]),
  );
});

describe('an event for a webhook', () => {
  test('is sent once, as the audit log has it, and that is written down', async () => {
    const id = await scene.given({
      parameters: { authorization: 'Bearer of-the-receiver', customHeaders: '{"X-Team": "shop"}' },
    });
    const feature = await service.given.feature({ tags: [{ type: 'simple', value: 'some' }] });
    const [delivery] = await scene.settled(id, 1);

    expect(receiver.received).toHaveLength(1);
    const [{ headers, event }] = receiver.received as [(typeof receiver.received)[0]];
    const { body } = await service.api
      .get(`/api/admin/search/events?feature=IS:${feature}&type=IS:feature-created`)
      .expect(200);
    const { label, summary, createdByName, ...recorded } = body.events[0];
    expect([label, summary]).toEqual([expect.any(String), expect.any(String)]);
    expect(createdByName).toBe('admin');
    expect(event).toEqual(recorded);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer of-the-receiver',
      'x-team': 'shop',
      'x-unleash-event-id': String(event.id),
    });
    expect(headers).not.toHaveProperty('x-unleash-signature');
    expect(delivery).toEqual({
      id: expect.any(String),
      integrationId: id,
      createdAt: expect.any(String),
      state: 'success',
      stateDetails: 'The receiver answered 200.',
      event: recorded,
      details: { attempts: 1, status: 200 },
    });
  });

  test('is sent after the commit, and not at all when it is rolled back', async () => {
    const id = await scene.given();
    const [kept, dropped] = [unique(), unique()];
    const [one, other] = [await transaction(), await transaction()];
    await write(one, kept);
    await write(other, dropped);
    const later = await service.given.feature();
    await sleep(300);
    expect(features()).toEqual([]);

    await end(other, 'rollback');
    await end(one, 'commit');
    await scene.settled(id, 2);
    expect(features()).toEqual([kept, later]);
  });

  test('is not lost when its transaction commits after a later one', async () => {
    const id = await scene.given();
    const [early, late] = [await transaction(), await transaction()];
    const [first, second] = [unique(), unique()];
    await early.query('SELECT pg_current_xact_id()');
    const lower = await write(late, second);
    const higher = await write(early, first);
    expect(lower).toBeLessThan(higher);
    await end(late, 'commit');
    await service.api.delete(at(await service.given.feature())).expect(202);
    await sleep(200);
    await end(early, 'commit');

    const deliveries = await scene.settled(id, 4);
    expect(deliveries.map(({ event }) => event.id)).toEqual(
      expect.arrayContaining([lower, higher]),
    );
    expect(features().slice(0, 2)).toEqual([first, second]);
    expect(receiver.received).toHaveLength(4);
  });

  test('comes in order', async () => {
    const id = await scene.given();
    const names: string[] = [];
    for (let n = 0; n < 15; n++) names.push(await service.given.feature());
    await scene.settled(id, 15);
    expect(features()).toEqual(names);
    expect((await scene.log(id)).map(({ event }) => event.featureName)).toEqual(
      [...names].reverse(),
    );
    expect(
      (await scene.log(id, '?limit=2&offset=1')).map(({ event }) => event.featureName),
    ).toEqual([names[13], names[12]]);
    expect(await scene.log(id, '?limit=some')).toHaveLength(15);
  });

  test('goes to every addon that wants it, and one that does not answer keeps none of the others waiting', async () => {
    const [slow, fast] = [
      await scene.given({ parameters: { url: `${receiver.url}/slow` } }),
      await scene.given(),
    ];
    receiver.silentAt.add('/slow');
    await service.given.feature();
    await receiver.until(1, '/slow');
    await scene.settled(fast, 1);
    expect(await scene.log(slow)).toEqual([]);
    receiver.silentAt.clear();
    await scene.settled(slow, 1);
  });
});

describe('what an addon is told', () => {
  test('is of the types, projects and environments that it wants', async () => {
    const project = await service.given.project();
    const inProject = `/api/admin/projects/${project}/features`;
    const events = ['feature-created', 'feature-environment-enabled'];
    const id = await scene.given({ events, projects: [project], environments: ['production'] });
    const everywhere = await scene.given({
      events: ['feature-environment-enabled'],
      projects: ['*'],
      environments: ['*'],
      parameters: { url: `${receiver.url}/all` },
    });
    await service.given.feature({ enabledIn: ['production'] });
    const name = unique();
    await service.api.post(inProject, { name }).expect(201);
    for (const environment of ['development', 'production'])
      await service.api.post(`${inProject}/${name}/environments/${environment}/on`).expect(200);

    await scene.settled(id, 2);
    await scene.settled(everywhere, 3);
    expect(
      receiver.at('/').map(({ event }) => [event.type, event['project'], event['environment']]),
    ).toEqual([
      ['feature-created', project, null],
      ['feature-environment-enabled', project, 'production'],
    ]);
    expect(receiver.at('/all').map(({ event }) => event['environment'])).toEqual([
      'production',
      'development',
      'production',
    ]);
  });

  test('begins when it is created or enabled, and ends when it is disabled', async () => {
    await service.given.feature();
    const id = await scene.given();
    const first = await service.given.feature();
    await scene.settled(id, 1);
    await service.api.put(`${ADDONS}/${id}`, replacement({ enabled: false })).expect(200);
    await service.given.feature();
    await sleep(200);
    await service.api.put(`${ADDONS}/${id}`, replacement()).expect(200);
    const second = await service.given.feature();
    await scene.settled(id, 2);
    expect(features()).toEqual([first, second]);
  });

  test('is what its template makes of an event, escaped for JSON', async () => {
    const bodyTemplate =
      '{"type": "{{event.type}}", "text": "{{event.data.description}}", "tags": {{event.tags}}, "whole": {{{eventJson}}}, "said": "{{eventMarkdown}}"}';
    await scene.given({ parameters: { bodyTemplate } });
    const description = 'Tom & "Jerry" \\ on\ntwo lines <b>';
    const tags = [{ type: 'simple', value: 'some' }];
    const name = await service.given.feature({ description, tags });
    const [{ body }] = (await receiver.until(1)) as [(typeof receiver.received)[0]];
    const sent = JSON.parse(body) as Record<string, string>;
    expect(sent).toMatchObject({
      type: 'feature-created',
      text: description,
      tags: expect.any(Array),
      said: expect.stringContaining(name),
    });
    expect(JSON.parse(sent['whole']!)).toMatchObject({
      featureName: name,
      type: 'feature-created',
    });
  });

  test('is escaped as Mustache does where it is not JSON', async () => {
    await scene.given({
      parameters: {
        contentType: 'text/html',
        bodyTemplate: '<b>{{event.data.description}}</b>{{{event.data.description}}}',
      },
    });
    await service.given.feature({ description: 'a & b' });
    const [{ body, headers }] = (await receiver.until(1)) as [(typeof receiver.received)[0]];
    expect(body).toBe('<b>a &amp; b</b>a & b');
    expect(headers['content-type']).toBe('text/html');
  });

  test('is signed, so that the receiver can check who sent it and when', async () => {
    const secret = 'a secret of two parties';
    await scene.given({ parameters: { secret } });
    await service.given.feature({ description: 'äöü' });
    const [{ body, headers }] = (await receiver.until(1)) as [(typeof receiver.received)[0]];
    const [, time, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
      headers['x-unleash-signature'] as string,
    )!;
    expect(hex).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(30);
  });
});

test('a deleted addon is told nothing more', async () => {
  const id = await scene.given();
  receiver.answers.push(500);
  await service.given.feature();
  await scene.failed(id, 1);
  await service.api.delete(`${ADDONS}/${id}`).expect(200);
  const told = receiver.received.length;
  await sleep(1_500);
  expect(receiver.received).toHaveLength(told);
});

test('no more than the last thousand deliveries are kept', async () => {
  const id = await scene.given();
  await service.given.feature();
  await scene.settled(id, 1);
  await service.sql(
    `INSERT INTO addon_delivery (addon_id, event_id, state, state_details, details)
     SELECT addon_id, event_id, state, state_details, details FROM addon_delivery, generate_series(1, 1500) WHERE addon_id = $1`,
    [id],
  );
  const name = await service.given.feature();
  await eventually(
    () => scene.log(id, '?limit=1'),
    ([latest]) => latest!.event.featureName === name,
  );
  expect(
    await service.sql('SELECT count(*)::int AS kept FROM addon_delivery WHERE addon_id = $1', [id]),
  ).toEqual([{ kept: 1000 }]);
});
