import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { undo as undoEvent } from '../../../support/undoing.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface ShortEvent {
  id: number;
  type: string;
  undoes?: number;
}

/** The newest events of a feature, newest first. */
const newest = async (feature: string): Promise<ShortEvent[]> =>
  (await service.api.get(`/api/admin/events/${feature}`).expect(200)).body.events;

const undo = (id: number, query = '') => undoEvent(service, id, query);
const isOn = async (feature: string): Promise<boolean> =>
  (await service.api.get(at(feature, 'production')).expect(200)).body.enabled;
const off = (feature: string) => service.api.post(`${at(feature, 'production')}/off`).expect(200);
const on = (feature: string) => service.api.post(`${at(feature, 'production')}/on`).expect(200);

describe('undoing that a feature was turned off', () => {
  test('turns it on, and records an event that refers to the undone one', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await off(feature);
    const [event] = await newest(feature);
    const { body } = await undo(event!.id).expect(200);
    expect(await isOn(feature)).toBe(true);
    const [inverse] = await newest(feature);
    expect(inverse).toMatchObject({ type: 'feature-environment-enabled', undoes: event!.id });
    expect(body).toEqual({
      undone: [event!.id],
      events: [
        {
          id: inverse!.id,
          type: 'feature-environment-enabled',
          undoes: event!.id,
          featureName: feature,
          project: 'default',
          environment: 'production',
        },
      ],
    });
    expect(event).not.toHaveProperty('undoes');
  });

  test('can be undone, and then be undone again', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await off(feature);
    const [event] = await newest(feature);
    const first = await undo(event!.id).expect(200);
    const [inverse] = first.body.events;
    const again = await undo(event!.id).expect(409);
    expect(again.body).toMatchObject({ name: 'EventAlreadyUndoneError' });
    expect(again.body.message).toContain(`undone by event ${inverse.id}`);
    await undo(inverse.id).expect(200);
    expect(await isOn(feature)).toBe(false);
    await undo(event!.id).expect(200);
    expect(await isOn(feature)).toBe(true);
  });

  test('is refused when it is on again', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await off(feature);
    const [event] = await newest(feature);
    await on(feature);
    const count = (await newest(feature)).length;
    const { body } = await undo(event!.id).expect(409);
    expect(body).toMatchObject({
      name: 'StateChangedSinceError',
      message: `The feature "${feature}" is on in "production".`,
    });
    expect(await newest(feature)).toHaveLength(count);
  });

  test('is refused when the feature is archived, or was deleted', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await off(feature);
    const [event] = await newest(feature);
    await service.api.delete(`${FEATURES}/${feature}`).expect(202);
    const archived = await undo(event!.id).expect(409);
    expect(archived.body).toMatchObject({ name: 'InverseRefusedError' });
    expect(archived.body.message).toContain('archived');
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    const deleted = await undo(event!.id).expect(409);
    expect(deleted.body.message).toContain(feature);
  });

  test('is carried out once with an idempotency key', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await off(feature);
    const [event] = await newest(feature);
    const key = unique('key');
    const first = await undo(event!.id).set('Idempotency-Key', key).expect(200);
    await off(feature);
    const second = await undo(event!.id).set('Idempotency-Key', key).expect(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await isOn(feature)).toBe(false);
  });
});

describe('undoing that a feature was turned on', () => {
  test('turns it off', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const [event] = await newest(feature);
    await undo(event!.id).expect(200);
    expect(await isOn(feature)).toBe(false);
    expect((await newest(feature))[0]).toMatchObject({
      type: 'feature-environment-disabled',
      undoes: event!.id,
    });
  });
});

describe('a preview of undoing', () => {
  test('returns what would happen, and changes nothing', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await off(feature);
    const before = await newest(feature);
    const { body } = await service.api.get(`/api/admin/events/${before[0]!.id}/undo`).expect(200);
    expect(body).toEqual({
      isPossible: true,
      reason: null,
      undone: [before[0]!.id],
      undoneBy: null,
      permissions: [
        {
          anyOf: ['UPDATE_FEATURE_ENVIRONMENT'],
          project: 'default',
          environment: 'production',
          isGranted: true,
        },
      ],
      events: [
        {
          type: 'feature-environment-enabled',
          label: 'Feature turned on',
          undoes: before[0]!.id,
          featureName: feature,
          project: 'default',
          environment: 'production',
          data: null,
          preData: null,
        },
      ],
    });
    expect(await newest(feature)).toEqual(before);
    expect(await isOn(feature)).toBe(false);
  });

  test('names the events in the language of the request', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const [turnedOn] = await newest(feature);
    const { body } = await service.api
      .get(`/api/admin/events/${turnedOn!.id}/undo`)
      .set('Accept-Language', 'de')
      .expect(200);
    expect(body).toMatchObject({ events: [{ label: 'Feature ausgeschaltet' }] });
  });

  test('returns why it is not possible', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const [turnedOn] = await newest(feature);
    await off(feature);
    const { body } = await service.api.get(`/api/admin/events/${turnedOn!.id}/undo`).expect(200);
    expect(body).toMatchObject({
      isPossible: false,
      reason: `The feature "${feature}" is off in "production".`,
      undone: [turnedOn!.id],
      events: [],
    });
  });

  test('returns by which event it was undone', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const [turnedOn] = await newest(feature);
    const { body } = await undo(turnedOn!.id).expect(200);
    const preview = await service.api.get(`/api/admin/events/${turnedOn!.id}/undo`).expect(200);
    expect(preview.body).toMatchObject({ isPossible: false, undoneBy: body.events[0].id });
    expect(preview.body.reason).toContain('was undone by event');
  });

  test('of a type that cannot be undone says so', async () => {
    const feature = await service.given.feature();
    const [created] = await newest(feature);
    const { body } = await service.api.get(`/api/admin/events/${created!.id}/undo`).expect(200);
    expect(body).toMatchObject({ isPossible: false, permissions: [], events: [] });
    expect(body.reason).toContain('feature-created');
    const refused = await undo(created!.id).expect(409);
    expect(refused.body).toMatchObject({ name: 'EventNotUndoableError' });
  });
});

describe('a bulk operation', () => {
  const bulk = (names: string[], state: 'on' | 'off') =>
    service.api
      .post(`/api/admin/projects/default/bulk_features/environments/production/${state}`, {
        features: names,
      })
      .expect(200);
  const some = async (): Promise<string[]> => [
    await service.given.feature({ enabledIn: ['production'] }),
    await service.given.feature({ enabledIn: ['production'] }),
    await service.given.feature(),
  ];

  test('is undone by one request, without features that it did not change', async () => {
    const features = await some();
    await bulk(features, 'off');
    const [event] = await newest(features[0]!);
    const { body } = await undo(event!.id, '?scope=change').expect(200);
    expect(body.undone).toHaveLength(2);
    expect(await Promise.all(features.map(isOn))).toEqual([true, true, false]);
    for (const one of body.events) expect((await newest(one.featureName))[1]!.id).toBe(one.undoes);
    const redone = await undo(body.events[0].id, '?scope=change').expect(200);
    expect(redone.body.undone).toHaveLength(2);
    expect(await Promise.all(features.map(isOn))).toEqual([false, false, false]);
  });

  test('shows states in its preview, unless there are too many', async () => {
    const statesOf = async (features: string[]): Promise<Set<boolean>> => {
      await bulk(features, 'off');
      const [event] = await newest(features[0]!);
      const address = `/api/admin/events/${event!.id}/undo?scope=change`;
      const { body } = await service.api.get(address).expect(200);
      expect(body.events).toHaveLength(features.length);
      return new Set(body.events.map((one: object) => 'data' in one));
    };
    const features: string[] = [];
    for (let n = 0; n <= 100; n++)
      features.push(await service.given.feature({ enabledIn: ['production'] }));

    expect(await statesOf(features)).toEqual(new Set([false]));
    await bulk(features, 'on');
    expect(await statesOf(features.slice(1))).toEqual(new Set([true]));
  });

  test('that added default strategies is undone with them', async () => {
    const features = await some();
    await bulk([features[2]!], 'on');
    const [event] = await newest(features[2]!);
    const { body } = await undo(event!.id).expect(200);
    expect(body.events).toHaveLength(1);
    expect(await isOn(features[2]!)).toBe(false);
  });

  test('is not undone at all when one of its features has changed since', async () => {
    const features = await some();
    await bulk(features, 'off');
    const [event] = await newest(features[0]!);
    await on(features[1]!);
    const { body } = await undo(event!.id, '?scope=change').expect(409);
    expect(body.message).toContain(features[1]!);
    expect(await isOn(features[0]!)).toBe(false);
    await undo(event!.id).expect(200);
    expect(await isOn(features[0]!)).toBe(true);
  });
});

describe('when requests come at the same moment,', () => {
  test('exactly one of several undos of an event succeeds', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await off(feature);
    const [event] = await newest(feature);
    const before = (await newest(feature)).length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(event!.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await newest(feature)).toHaveLength(before + 1);
  });

  test('an undo and a change of the same feature do not overwrite each other', async () => {
    for (let round = 0; round < 10; round++) {
      const feature = await service.given.feature({ enabledIn: ['production'] });
      await off(feature);
      const [event] = await newest(feature);
      const [undone] = await Promise.all([undo(event!.id), on(feature)]);
      const types = (await newest(feature)).map(({ type }) => type);
      expect(await isOn(feature)).toBe(true);
      expect(types.slice(0, 2)).toEqual([
        'feature-environment-enabled',
        'feature-environment-disabled',
      ]);
      const [last] = await newest(feature);
      expect(undone.status).toBe(last!.undoes === undefined ? 409 : 200);
    }
  });
});

describe('a request to undo', () => {
  test('for an unknown event is 404, and an invalid one 400', async () => {
    await undo(2_000_000_000).expect(404);
    await service.api.get('/api/admin/events/2000000000/undo').expect(404);
    await undo(-1).expect(400);
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const [event] = await newest(feature);
    await undo(event!.id, '?scope=everything').expect(400);
    await undo(event!.id, '?dryRun=true').expect(400);
    expect(await isOn(feature)).toBe(true);
  });

  test('may name events beyond the range of an integer', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const large = 5_000_000_000;
    await service.api.get(`/api/admin/events/${large}/undo`).expect(404);
    await service.api.get(`/api/admin/events/${large}/proof`).expect(404);
    await service.api.get('/api/admin/events/9007199254740993/undo').expect(400);
    const [event] = await newest(feature);
    await service.sql(
      `INSERT INTO event (id, type, feature_name, project, environment, created_by,
         created_by_user_id) OVERRIDING SYSTEM VALUE
       SELECT $1, e.type, e.feature_name, e.project, e.environment, e.created_by,
         e.created_by_user_id FROM event e WHERE e.id = $2`,
      [large, event!.id],
    );
    await undo(large).expect(200);
    expect(await isOn(feature)).toBe(false);
  });
});
