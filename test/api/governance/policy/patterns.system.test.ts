import { Client } from 'pg';
import type { HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { policyOf, PolicyScene } from '../../../support/policy-scene.js';
import { TestService } from '../../../support/service.js';
import { APPLY, plan } from '../../exchange/as-code/folder.js';
import { arrives, file, IMPORT } from '../../exchange/transfer/files.js';

/** A pattern for which the name below takes longer than it is waited for. */
const SLOW = '(a+)+b';
const slowName = (): string => `${'a'.repeat(60)}-${unique()}`;
/** A transaction that does nothing for so long waits for something else than PostgreSQL. */
const IDLE_MS = 200;

let service: TestService;
let watcher: Client;
beforeAll(async () => {
  service = await TestService.start();
  watcher = new Client({ connectionString: service.databaseUrl });
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await service.stop();
});

/** Whether a transaction was open without a statement for long while a call was made. */
async function heldOpenBy(call: HttpCall): Promise<boolean> {
  let isDone = false;
  let isHeld = false;
  const done = call.expect(400).then(({ body }) => {
    isDone = true;
    expect(body.message).toContain('takes too long');
  });
  while (!isDone) {
    const { rows } = await watcher.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'
          AND now() - state_change > make_interval(secs => $1)`,
      [IDLE_MS / 1_000],
    );
    isHeld ||= rows.length > 0;
  }
  await done;
  return isHeld;
}

test.each<[string, (scene: PolicyScene) => Promise<() => HttpCall>]>([
  ['a new feature', async (scene) => () => scene.create({ name: slowName() })],
  [
    'a clone',
    async (scene) => {
      const path = `${scene.features}/${await scene.feature()}/clone`;
      return () => service.api.post(path, { name: slowName() });
    },
  ],
  [
    'a feature that is moved',
    async (scene) => {
      const other = await PolicyScene.of(service);
      const path = `${other.features}/${await other.feature({ name: slowName() })}/changeProject`;
      return () => service.api.post(path, { newProjectId: scene.project });
    },
  ],
  [
    'an import',
    async ({ project }) => {
      const data = file({ features: [{ name: slowName(), type: 'release' }] });
      return () => service.api.post(IMPORT, arrives(data, 'development', project));
    },
  ],
  [
    'a plan',
    async ({ project }) => {
      const state = { features: [{ name: slowName(), project }] };
      const { hash } = await plan(service, { owner: project, state });
      return () => service.api.post(APPLY, { owner: project, state, hash });
    },
  ],
  [
    'a template',
    async (scene) => {
      const from = { project: scene.project, feature: await scene.feature() };
      const path = '/api/admin/templates';
      const { body } = await service.api.post(path, { name: unique(), from }).expect(201);
      const use = { project: scene.project, name: slowName() };
      return () => service.api.post(`${path}/${body.id}/use`, use);
    },
  ],
])('no transaction waits for the pattern of a policy: %s', async (_, way) => {
  for (const ofInstance of [false, true]) {
    const scene = await PolicyScene.of(service);
    const change = await way(scene);
    const path = ofInstance ? '/api/admin/policy' : policyOf(scene.project);
    await service.api.put(path, { namePattern: SLOW }).expect(200);
    expect(await heldOpenBy(change())).toBe(false);
    await service.api.delete(path).expect(204);
  }
});
