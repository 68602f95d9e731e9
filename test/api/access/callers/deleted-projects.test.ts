import { DataSource } from 'typeorm';
import { PERSONAL, TOKEN } from '../../../../src/core/auth/caller-lookup.sql.js';
import { CALLER_BY_SESSION } from '../../../../src/core/auth/session/session-lookup.sql.js';
import { DeletedProjects1767800000000 } from '../../../../migrations/1767800000000-deleted-projects.js';
import { INSERT_EVENTS } from '../../../../admin/move-in/target/usage.sql.js';
import { somebody } from '../../../support/grants.js';
import { unique } from '../../../support/given.js';
import { person, signedIn } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A project that has been deleted; returns its id. */
async function deletedProject(mode: 'open' | 'private'): Promise<string> {
  const id = await service.given.project({ mode });
  await service.api.delete(`/api/admin/projects/${id}`).expect(200);
  return id;
}

const noted = (ids: readonly string[]): Promise<object[]> =>
  service.sql(
    'SELECT id, is_private FROM deleted_project WHERE id = ANY ($1) ORDER BY is_private',
    [ids],
  );

test('the caller is identified without reading the event table', async () => {
  // Otherwise each request of a person would read from every month.
  for (const { text } of [TOKEN, PERSONAL, CALLER_BY_SESSION]) {
    const plan = await service.sql(
      `EXPLAIN (FORMAT JSON) ${text}`,
      text.includes('$2') ? [Buffer.of(1), 1] : [Buffer.of(1)],
    );
    expect(JSON.stringify(plan)).toContain('"Relation Name"');
    expect(JSON.stringify(plan)).not.toMatch(/"Relation Name":"event(_|")/);
  }
});

test('events of a deleted private project are hidden from those who had no role in it', async () => {
  const project = await deletedProject('private');
  const reader = await somebody(service, 'Viewer');
  const path = `/api/admin/search/events?project=IS:${project}`;
  const { body: all } = await service.api.get(path).expect(200);
  const { body: few } = await reader.api.get(path).expect(200);
  expect((all as { total: number }).total).toBeGreaterThan(0);
  expect(few).toMatchObject({ total: 0, events: [] });
});

test('a project that an earlier version made again as an open one stays private', async () => {
  const project = await deletedProject('private');
  await service.sql("INSERT INTO project (id, name, mode) VALUES ($1, 'Again', 'open')", [project]);
  await service.api.delete(`/api/admin/projects/${project}`).expect(200);
  expect(await noted([project])).toEqual([{ id: project, is_private: true }]);
});

test('events of a deleted project are hidden from tokens of other projects', async () => {
  const project = await deletedProject('open');
  const inside = await service.given.project();
  const { username } = await person(service, { rootRole: 'Admin' });
  const admin = await signedIn(service, username);
  const { body } = await admin
    .post('/api/admin/user/tokens', {
      description: unique(),
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      scope: { projects: [inside] },
    })
    .expect(201);
  const scoped = service.api.as({ token: (body as { secret: string }).secret });
  const path = `/api/admin/search/events?project=IS:${project}`;
  const { body: found } = await scoped.get(path).expect(200);
  expect(found).toMatchObject({ total: 0, events: [] });
});

test('projects that were deleted before the update, or elsewhere before a move, are kept too', async () => {
  const [open, hidden] = [await deletedProject('open'), await deletedProject('private')];
  const source = service.service.app.get(DataSource);
  const runner = source.createQueryRunner();
  try {
    const migration = new DeletedProjects1767800000000();
    await migration.down(runner);
    await migration.up(runner);
  } finally {
    await runner.release();
  }
  expect(await noted([open, hidden])).toEqual([
    { id: open, is_private: false },
    { id: hidden, is_private: true },
  ]);

  const moved = unique('moved');
  const event = {
    id: 1,
    type: 'project-deleted',
    createdAt: new Date().toISOString(),
    createdBy: 'somebody',
    createdByUser: 1,
    project: moved,
    tags: [],
  };
  await service.sql(INSERT_EVENTS.text, [JSON.stringify([event, { ...event, id: 2 }])]);
  expect(await noted([moved])).toEqual([{ id: moved, is_private: false }]);
});
