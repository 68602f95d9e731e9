import { Client } from 'pg';
import type { ConnectionClass } from '../../../../src/platform/database/connection-gate.js';
import { Database } from '../../../../src/platform/database/database.js';
import { MEMBER } from '../../../support/access.js';
import { EmergencyLinkScene } from '../../../support/emergency-link-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: EmergencyLinkScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await EmergencyLinkScene.create(service);
});
afterAll(() => service.stop());

/** Milliseconds until a request was answered. */
const timeOf = async (work: () => PromiseLike<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

describe('an emergency link works', () => {
  test('where changes require approvals, if its owner may skip them', async () => {
    const [feature, other] = [await scene.feature(), await scene.feature()];
    const { path } = await scene.link({ feature });
    const config = `/api/admin/projects/${scene.project}/environments/production/change-requests/config`;
    await service.api
      .put(config, { changeRequestsEnabled: true, requiredApprovals: 1 })
      .expect(204);
    await scene.owner.api.post(`${scene.at(other)}/off`).expect(403);
    await scene.use(path).expect(200);
    expect(await scene.isOn(feature)).toBe(false);
    expect(await scene.offEvents(feature)).toHaveLength(1);
    await service.api.put(config, { changeRequestsEnabled: false }).expect(204);
  });

  test('not where changes require approvals that its owner may not skip', async () => {
    const own = await EmergencyLinkScene.create(service, [MEMBER]);
    const feature = await own.feature();
    const { id, path } = await own.link({ feature, singleUse: true });
    await service.api
      .put(`/api/admin/projects/${own.project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
      })
      .expect(204);
    const { body } = await own.use(path).expect(403);
    expect(body.message).toMatch(/who owns this link, may not do without.*Ask for another link/);
    expect(body).not.toHaveProperty('proposeIn');
    expect((await own.open(path).expect(403)).text).toContain('may not do without');
    expect(await own.isOn(feature)).toBe(true);
    const conflict = 'Changes require approvals there, and its owner may not do without.';
    expect(await own.listed(id)).toMatchObject({ uses: 0, state: 'usable', conflict });
    const refused = await own.add({ feature }).expect(403);
    expect(refused.body.message).toMatch(/Setting up what turns features off without one requires/);
  });

  test('where a guard blocks turning off', async () => {
    const own = await EmergencyLinkScene.create(service);
    const [parent, child] = [await own.feature(), await own.feature()];
    await service.api
      .post(`/api/admin/projects/${own.project}/features/${child}/dependencies`, {
        feature: parent,
      })
      .expect(200);
    await service.api.put(`/api/admin/projects/${own.project}/guard`, { guard: 'block' });
    await service.api.post(`${own.at(parent)}/off`).expect(409);
    await own.use((await own.link({ feature: parent })).path).expect(200);
    expect(await own.isOn(parent)).toBe(false);
  });

  test('in maintenance, unless that refuses turning off', async () => {
    const feature = await scene.feature();
    const { path } = await scene.link({ feature });
    const leaked = await scene.link({ feature });
    const maintenance = (enabled: boolean, refuseTurningOff = false) =>
      service.api
        .post('/api/admin/maintenance', { enabled, refuseTurningOff, reason: 'Moving' })
        .expect(204);
    try {
      await maintenance(true, true);
      await scene.use(path).expect(503);
      const page = await scene.use(path).set('accept', 'text/html').expect(503);
      expect(page.text).toMatch(/Nothing was turned off.*Moving/s);
      await scene.owner.api.delete(`${scene.path}/${leaked.id}`).expect(204);
      await maintenance(true);
      await scene.use(leaked.path).expect(410);
      await scene.use(path).expect(200);
    } finally {
      await maintenance(false);
    }
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('while others use all connections of other work', async () => {
    const feature = await scene.feature();
    const { path } = await scene.link({ feature });
    const database = service.service.app.get(Database);
    let free: () => void = () => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    const taken = Array.from({ length: 50 }, () =>
      database.withPlace('general' satisfies ConnectionClass, () => freed).catch(() => undefined),
    );
    try {
      await scene.open(path).expect(200);
      await scene.use(path).expect(200);
    } finally {
      free();
      await Promise.all(taken);
    }
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('while somebody changes its feature, and while another link waits for a lock', async () => {
    const [feature, locked] = [await scene.feature(), await scene.feature()];
    const links = [await scene.link({ feature: locked }), await scene.link({ feature })];
    const holder = new Client({ connectionString: service.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM feature WHERE name = $1 FOR NO KEY UPDATE', [feature]);
      await holder.query(
        'SELECT FROM feature_environment WHERE feature_name = $1 FOR NO KEY UPDATE',
        [locked],
      );
      const waiting = Promise.resolve(scene.use(links[0]!.path).expect(200)); // sends it now
      expect(await timeOf(() => scene.use(links[1]!.path).expect(200))).toBeLessThan(2_000);
      expect(await scene.isOn(feature)).toBe(false);
      expect(await timeOf(() => scene.open(links[0]!.path).expect(200))).toBeLessThan(2_000);
      await holder.query('ROLLBACK');
      await waiting;
    } finally {
      await holder.end();
    }
    expect(await scene.isOn(locked)).toBe(false);
  });

  test('on other instances at once, and after a restart', async () => {
    const feature = await scene.feature();
    const { path } = await scene.link({ feature });
    const other = await service.beside();
    try {
      await scene.use(path, other).expect(200);
    } finally {
      await other.stop();
    }
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('once, however many requests arrive at the same time', async () => {
    const feature = await scene.feature();
    const { id, path } = await scene.link({ feature, singleUse: true });
    const other = await service.beside();
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) => (await scene.use(path, n % 2 ? other : service)).status,
      ),
    ).finally(() => other.stop());
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
    expect(await scene.offEvents(feature)).toHaveLength(1);
    expect(await scene.listed(id)).toMatchObject({ state: 'used', uses: 1 });
    await scene.turnOn(feature);
    await scene.use(path).expect(410);
    expect(await scene.isOn(feature)).toBe(true);
  });
});
