import { MAX_DELETED_PRIVATE } from '../../../../src/flags/project-contents/project-removal.service.js';
import { MAX_PROJECTS } from '../../../../src/flags/project/project.service.js';
import { TestService } from '../../../support/service.js';

/**
 * That the projects of one caller, which each request of others reads if they are private, are
 * limited in number.
 */

const PROJECTS = '/api/admin/projects';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('there are so many projects at most, also when they are created at the same time', async () => {
  await service.sql(
    `INSERT INTO project (id, name, mode)
     SELECT 'many-' || n, 'many', 'private'
       FROM generate_series(1, $1 - 1 - (SELECT count(*)::int FROM project)) n`,
    [MAX_PROJECTS],
  );
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((id) => service.api.post(PROJECTS, { id, name: id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  const { body } = answers.find(({ status }) => status === 400)!;
  expect(body.message).toContain(`at most ${MAX_PROJECTS} projects`);
  const { body: config } = await service.api.get('/api/admin/ui-config').expect(200);
  expect(config.resourceLimits.projects).toBe(MAX_PROJECTS);

  await service.sql("DELETE FROM project WHERE id LIKE 'many-%'");
});

test('only a limited number of private projects can be deleted, but any number of open ones', async () => {
  await service.sql('DELETE FROM deleted_project');
  await service.sql(
    `INSERT INTO deleted_project (id, is_private)
     SELECT 'gone-' || n, true FROM generate_series(1, $1) n`,
    [MAX_DELETED_PRIVATE],
  );
  const id = await service.given.project({ mode: 'private' });
  const { body } = await service.api.delete(`${PROJECTS}/${id}`).expect(403);
  expect(body.message).toContain('private projects were deleted');
  await service.api.put(`${PROJECTS}/${id}/settings`, { mode: 'open' }).expect(200);
  await service.api.delete(`${PROJECTS}/${id}`).expect(200);
});
