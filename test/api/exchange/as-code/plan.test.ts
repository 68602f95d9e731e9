import { Client } from 'pg';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { lastEvent, newest, rich, shown } from '../transfer/files.js';
import { apply, APPLY, plan, PLAN, rollout } from './folder.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A feature of the project `default` in a folder. */
const flag = (name: string, more: object = {}): object => ({ name, project: 'default', ...more });
const inProduction = (place: object): object => ({
  environments: [{ name: 'production', ...place }],
});
const folder = (...features: object[]): { state: object } => ({ state: { features } });

describe('a plan', () => {
  test('shows a new feature field by field, and changes nothing', async () => {
    const name = unique();
    const before = await lastEvent(service);
    const found = await plan(
      service,
      folder(flag(name, { type: 'experiment', ...inProduction({ enabled: true }) })),
    );
    expect(found).toMatchObject({
      summary: { create: 1, change: 0, unchanged: 0 },
      errors: [],
      permissions: [],
      approvals: [],
    });
    expect(found.changes).toEqual([
      {
        kind: 'feature',
        name,
        project: 'default',
        action: 'create',
        adopts: false,
        fields: [
          { field: 'type', before: 'release', after: 'experiment' },
          { field: 'environments.production.enabled', before: false, after: true },
        ],
      },
    ]);
    expect(await newest(service, before)).toEqual([]);
    await service.api.get(at(name)).expect(404);
  });

  test('is empty right after it was applied', async () => {
    const name = unique();
    const strategies = [rollout(10, { title: 'some' }), { name: 'default', disabled: true }];
    const body = folder(
      flag(name, {
        description: 'new',
        stale: true,
        tags: [{ type: 'simple', value: 'a tag' }],
        links: [{ url: 'https://example.com/1' }],
        ...inProduction({ enabled: true, strategies }),
      }),
    );
    expect((await apply(service, body)).summary).toMatchObject({ create: 1 });
    const { body: made } = await service.api.get(at(name)).expect(200);
    expect(made).toMatchObject({ description: 'new', stale: true });
    expect(await plan(service, body)).toMatchObject({ summary: { create: 0, unchanged: 1 } });
  });

  test('shows single properties of strategies, and what an omitted property was', async () => {
    const name = unique();
    await apply(service, folder(flag(name, inProduction({ strategies: [rollout(10)] }))));
    const { changes } = await plan(
      service,
      folder(flag(name, inProduction({ strategies: [rollout(20)] }))),
    );
    expect(changes[0].fields).toEqual([
      {
        field: 'environments.production.strategies.0.parameters',
        before: { rollout: '10', stickiness: 'default', groupId: 'group' },
        after: { rollout: '20', stickiness: 'default', groupId: 'group' },
      },
    ]);
    expect(changes[0].action).toBe('change');
  });

  test('refuses a misspelt property', async () => {
    const body = { owner: 'folder', ...folder(flag(unique(), { enabeld: true })) };
    const { body: refusal } = await service.api.post(PLAN, body).expect(400);
    expect(refusal.message).toMatch(/state\/features\/0\/enabeld is not a known property/);
  });

  test('reports what cannot be carried out, as carrying it out would', async () => {
    const [one, other] = [unique(), unique()];
    const strategies = [
      { name: 'default', constraints: [{ contextName: 'nowhere', operator: 'IN', values: ['1'] }] },
    ];
    const wrong = await plan(service, folder(flag(one, inProduction({ strategies }))));
    expect(wrong.errors[0].message).toMatch(/no context field "nowhere"/);
    const lost = await plan(service, folder(flag(other, { environments: [{ name: 'moon' }] })));
    expect(lost.errors[0].message).toBe('The project "default" has no environment "moon".');
    const { hash } = lost;
    await service.api
      .post(APPLY, {
        owner: 'folder',
        hash,
        ...folder(flag(other, { environments: [{ name: 'moon' }] })),
      })
      .expect(400);
  });
});

describe('applying a plan', () => {
  test('records each change as the single operations do, and itself once', async () => {
    const name = unique();
    await apply(service, folder(flag(name)));
    const before = await lastEvent(service);
    await apply(
      service,
      folder(
        flag(name, { stale: true, ...inProduction({ enabled: true, strategies: [rollout(50)] }) }),
      ),
    );
    expect((await newest(service, before)).map(({ type }) => type)).toEqual([
      'feature-metadata-updated',
      'feature-stale-on',
      'feature-strategy-add',
      'feature-environment-enabled',
      'code-applied',
    ]);
  });

  test('is refused with what has changed since, and changes nothing', async () => {
    const [one, other] = [unique(), unique()];
    await apply(service, folder(flag(one), flag(other)));
    const body = folder(flag(one, { stale: true }), flag(other, { stale: true }));
    const { hash, seen } = await plan(service, body);
    await service.api.post(`${at(other, 'development')}/on`).expect(200);
    const { body: refusal } = await service.api
      .post(APPLY, { owner: 'folder', ...body, hash, seen })
      .expect(409);
    expect(refusal.details).toEqual([{ message: `The feature "${other}" was changed since.` }]);
    expect((await service.api.get(at(one)).expect(200)).body.stale).toBe(false);
  });

  test('waits for a change that holds a feature, and is refused after it', async () => {
    const name = unique();
    await apply(service, folder(flag(name)));
    const body = folder(flag(name, { stale: true }));
    const { hash } = await plan(service, body);
    const session = new Client({ connectionString: service.databaseUrl });
    await session.connect();
    await session.query('BEGIN');
    await session.query("UPDATE feature SET description = 'x' WHERE name = $1", [name]);
    const applied = service.api.post(APPLY, { owner: 'folder', ...body, hash }).expect(409);
    await Promise.all([applied, service.untilBlocked().then(() => session.query('COMMIT'))]);
    await session.end();
  });

  test('takes over what exists only when asked to', async () => {
    const { feature, parent } = await rich(service);
    const body = folder(flag(feature, { description: 'with everything' }), flag(parent));
    const { errors } = await plan(service, body);
    expect(errors.map(({ message }: { message: string }) => message)).toEqual(
      Array(2).fill('It exists and belongs to no folder. Plan with adopt to take it over.'),
    );
    const was = await shown(service, feature);
    const adopted = await apply(service, { ...body, adopt: true });
    expect(adopted.summary).toMatchObject({ adopt: 2, change: 0 });
    expect(await shown(service, feature)).toEqual(was);
    const { errors: foreign } = await plan(service, { ...body, owner: 'other', adopt: true });
    expect(foreign[0].message).toBe('It belongs to the folder "folder". Release it there first.');
  });

  test('archives only what belongs to the folder, and releases it when asked to', async () => {
    const [gone, stays] = [unique(), unique()];
    const owner = unique('owner');
    const byHand = await service.given.feature();
    await apply(service, { owner, ...folder(flag(gone), flag(stays)) });
    const kept = await plan(service, { owner, ...folder(flag(stays)) });
    expect(kept).toMatchObject({ changes: [], kept: [{ kind: 'feature', name: gone }] });
    const pruned = await apply(service, { owner, ...folder(flag(stays)), leftovers: 'prune' });
    expect(pruned.summary).toMatchObject({ delete: 1, unchanged: 1 });
    await service.api.get(at(gone)).expect(404);
    await service.api.get(at(byHand)).expect(200);
    await apply(service, { owner, state: {}, leftovers: 'release' });
    await service.api.get(at(stays)).expect(200);
    expect(await plan(service, { owner, state: {} })).toMatchObject({ kept: [], changes: [] });
  });
});
