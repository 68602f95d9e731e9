import { readFileSync } from 'node:fs';
import path from 'node:path';
import { somebody, type Somebody } from '../../../support/grants.js';
import { PrivateScene, SECRET } from '../../../support/private-scene.js';

const ADMIN = '/api/admin';
const METHODS = ['post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Write = [method: Method, path: string, body: object | undefined, statuses: number[]];

const { paths } = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};

let scene: PrivateScene;
beforeAll(async () => {
  scene = await PrivateScene.start();
}, 60_000);
afterAll(() => scene.stop());

/**
 * Every write below the private project, without a body: the project is checked before the body.
 */
function belowTheProject(): Write[] {
  const { project, feature, strategy, segment } = scene.hidden;
  const values: Record<string, string> = {
    projectId: project,
    featureName: feature,
    child: feature,
    parent: feature,
    environment: 'development',
  };
  const named = { ...values, strategyId: strategy, id: String(segment), token: scene.hidden.token };
  return Object.entries(paths).flatMap(([template, operations]) =>
    template.includes('{projectId}')
      ? METHODS.filter((method) => operations[method]).map((method): Write => {
          const url = template.replace(
            /\{(\w+)\}/g,
            (_, name: keyof typeof named) => named[name] ?? 'nosuch',
          );
          return [method, url, method === 'delete' ? undefined : {}, [403, 404]];
        })
      : [],
  );
}

/**
 * Writes that name something of the private project elsewhere. The statuses are those for objects
 * that do not exist.
 */
function elsewhere(): Write[] {
  const { project, feature, child, archived, segment, strategy, token, addon, application } =
    scene.hidden;
  const features = [feature, child, archived];
  const open = `${ADMIN}/projects/${scene.open.project}`;
  const wanted = { name: `${SECRET} other`, constraints: [] };
  const tag = { type: 'simple', value: 'put on' };
  const hook = {
    provider: 'webhook',
    enabled: true,
    events: ['feature-created'],
    parameters: { url: 'https://example.com' },
  };
  const exported = { features: [{ name: 'fresh' }], featureStrategies: [], tagTypes: [] };
  const segmentOf = { strategyId: strategy, environmentId: 'development', segmentIds: [] };
  return [
    ['post', `/features/${feature}/tags`, tag, [403, 404]],
    ['put', `/features/${feature}/tags`, { addedTags: [tag], removedTags: [] }, [403, 404]],
    ['delete', `/features/${feature}/tags/simple/tag of one`, undefined, [403, 404]],
    ['delete', '/tags/simple/tag of one', undefined, [200, 403]],
    ['delete', '/tag-types/simple', undefined, [403]],
    ['post', `/archive/revive/${archived}`, undefined, [403, 404]],
    ['delete', `/archive/${archived}`, undefined, [403, 404]],
    ['post', '/segments', { ...wanted, project }, [403, 404]],
    ['put', `/segments/${segment}`, wanted, [403, 404]],
    ['put', `/segments/${scene.open.segment}`, { ...wanted, project }, [403, 404]],
    ['delete', `/segments/${segment}`, undefined, [403, 404]],
    ['post', '/segments/strategies', { ...segmentOf, projectId: project }, [403, 404]],
    ['post', '/segments/strategies', { ...segmentOf, projectId: scene.open.project }, [403, 404]],
    [
      'post',
      '/features-batch/import',
      { project, environment: 'development', data: exported },
      [400, 403],
    ],
    ['post', '/addons', { ...hook, projects: [project] }, [400, 403]],
    ['put', `/addons/${addon}`, { ...hook, projects: [] }, [403, 404]],
    ['delete', `/addons/${addon}`, undefined, [403, 404]],
    [
      'post',
      '/api-tokens',
      { tokenName: 'mine', type: 'client', environment: 'development', projects: [project] },
      [400, 403],
    ],
    [
      'post',
      '/api-tokens',
      {
        tokenName: 'mine',
        type: 'client',
        environment: 'development',
        projects: [scene.open.project, project],
      },
      [400, 403],
    ],
    [
      'post',
      '/api-tokens',
      { tokenName: 'mine', type: 'client', environment: 'development' },
      [400, 403],
    ],
    ['put', `/api-tokens/${token}`, { expiresAt: '2090-01-01T00:00:00Z' }, [200, 403]],
    ['delete', `/api-tokens/${token}`, undefined, [200, 403]],
    [
      'post',
      '/environments/development/clone',
      { name: 'cloned', type: 'test', projects: [project] },
      [403, 404],
    ],
    ['post', `/metrics/applications/${application}`, { description: 'mine' }, [403, 409]],
    ['delete', `/metrics/applications/${application}`, undefined, [200, 403]],
    ...(['stale', 'archive', 'revive', 'delete'] as const).map((what): Write => {
      return [
        'post',
        `${open}/${what}`,
        { features, ...(what === 'stale' ? { stale: true } : {}) },
        [200, 202, 403],
      ];
    }),
    ...['on', 'off'].map((to): Write => [
      'post',
      `${open}/bulk_features/environments/development/${to}`,
      { features },
      [403, 404],
    ]),
    ['put', `${open}/tags`, { features, tags: { addedTags: [tag], removedTags: [] } }, [403, 404]],
    ['post', `${open}/features/${feature}/clone`, { name: 'mine' }, [403, 404]],
    ['post', `${open}/features/${feature}/favorites`, undefined, [404]],
    ['post', `${open}/features/${scene.open.archived}/dependencies`, { feature }, [400, 403]],
    [
      'patch',
      `${open}/features/${feature}`,
      [{ op: 'replace', path: '/description', value: 'mine' }],
      [403, 404],
    ],
    [
      'post',
      `${open}/features/${scene.open.feature}/environments/development/strategies`,
      { name: 'default', segments: [segment] },
      [403, 404],
    ],
  ].map(
    ([method, url, body, statuses]) =>
      [
        method,
        (url as string).startsWith(ADMIN) ? url : `${ADMIN}${url as string}`,
        body,
        statuses,
      ] as Write,
  );
}

/** The response without the texts of the request, which it may repeat. */
const strip = (text: string, ...asked: string[]): string =>
  asked
    .flatMap((one) => one.match(new RegExp(`${SECRET}[-\\w]*( \\w+)?`, 'g')) ?? [])
    .sort((a, b) => b.length - a.length)
    .reduce((rest, one) => rest.replaceAll(one, 'nobody'), text);

test.each(['editor', 'viewer', 'keeper'])(
  'the outsider %s can write nothing of a private project, and learns nothing from trying',
  async (outsider) => {
    const { api } = scene.outsiders[outsider]!;
    const before = await scene.digest();
    for (const [method, url, body, statuses] of [...belowTheProject(), ...elsewhere()]) {
      const { status, text } = await (method === 'delete'
        ? api.delete(url)
        : api[method](url, body));
      const what = `${method} ${url}`;
      expect([what, status, statuses.includes(status)]).toEqual([what, status, true]);
      expect([
        what,
        strip(text, decodeURIComponent(url), JSON.stringify(body ?? {})).includes(SECRET),
      ]).toEqual([what, false]);
      if (status !== 404 && status !== 403)
        expect([what, await scene.digest()]).toEqual([what, before]);
    }
    expect(await scene.digest()).toBe(before);
  },
  60_000,
);

describe('what is only read, though it is sent', () => {
  let editor: Somebody;
  beforeAll(() => {
    editor = scene.outsiders['editor']!;
  });

  test('the playground evaluates only features of projects that the caller may see, however it is asked', async () => {
    const { project } = scene.hidden;
    const ask = { environment: 'development', context: { appName: 'test' } };
    const advanced = { environments: ['development'], context: { appName: 'test' } };
    for (const projects of ['*', [project], [project, scene.open.project]]) {
      const { text } = await editor.api
        .post(`${ADMIN}/playground`, { ...ask, projects })
        .expect(200);
      const more = await editor.api
        .post(`${ADMIN}/playground/advanced`, { ...advanced, projects })
        .expect(200);
      expect(text.replaceAll(project, '') + more.text.replaceAll(project, '')).not.toContain(
        SECRET,
      );
    }
    expect(
      (await scene.member.api.post(`${ADMIN}/playground`, { ...ask, projects: '*' }).expect(200))
        .text,
    ).toContain(SECRET);
  });

  test('an export contains only features of projects that the caller may see', async () => {
    const { project, feature, child } = scene.hidden;
    await editor.api
      .post(`${ADMIN}/features-batch/export`, { environment: 'development', project })
      .expect(404);
    for (const choice of [{ features: [feature, child] }, { tag: 'tag of one' }]) {
      const { body } = await editor.api
        .post(`${ADMIN}/features-batch/export`, { environment: 'development', ...choice })
        .expect(200);
      expect(body).toMatchObject({ features: [], featureStrategies: [], segments: [] });
    }
    const { body } = await scene.member.api
      .post(`${ADMIN}/features-batch/export`, { environment: 'development', project })
      .expect(200);
    expect(body.features).toHaveLength(2);
  });

  test('an import finds neither a private project nor its segments', async () => {
    const data = {
      features: [{ name: 'fresh' }],
      featureStrategies: [],
      tagTypes: [],
      segments: [{ id: 1, name: `${SECRET} segment` }],
    };
    const check = async (project: string) =>
      (
        await editor.api
          .post(`${ADMIN}/features-batch/validate`, { project, environment: 'development', data })
          .expect(200)
      ).body;
    expect(
      JSON.stringify(await check(scene.hidden.project)).replaceAll(scene.hidden.project, 'nosuch'),
    ).toBe(JSON.stringify(await check('nosuch')));
    expect((await check(scene.open.project)).errors).toEqual([
      {
        message: 'There are no segments with these names. Create them first.',
        affectedItems: [`${SECRET} segment`],
      },
    ]);
  });

  test('whether a name follows the pattern of a private project is not told', async () => {
    await scene.service.api
      .put(`${ADMIN}/projects/${scene.hidden.project}/settings`, {
        featureNaming: { pattern: `${SECRET}.*` },
      })
      .expect(200);
    const ask = { name: 'any', projectId: scene.hidden.project };
    await editor.api.post(`${ADMIN}/features/validate`, ask).expect(200);
    await scene.member.api.post(`${ADMIN}/features/validate`, ask).expect(400);
    await scene.service.api
      .put(`${ADMIN}/projects/${scene.hidden.project}/settings`, { featureNaming: { pattern: '' } })
      .expect(200);
  });

  test('the deprecated search of events leaves out what one must not know of', async () => {
    for (const filter of [
      {},
      { project: scene.hidden.project },
      { feature: scene.hidden.feature },
      { type: 'features-exported' },
      { query: SECRET },
    ])
      expect(
        (await editor.api.post(`${ADMIN}/events/search`, filter).expect(200)).text,
      ).not.toContain(SECRET);
  });
});

test('things in use in a private project cannot be deleted, and the refusal names nothing of it', async () => {
  const { api } = scene.service;
  const { editor } = scene.outsiders;
  const url = `${ADMIN}/projects/${scene.hidden.project}/features/${scene.hidden.child}/environments/development/strategies`;
  await api.post(`${ADMIN}/context`, { name: 'shared' }).expect(201);
  await api.post(`${ADMIN}/strategies`, { name: 'shared', parameters: [] }).expect(201);
  const { body: segment } = await api
    .post(`${ADMIN}/segments`, { name: 'shared', constraints: [] })
    .expect(201);
  const constraints = [{ contextName: 'shared', operator: 'IN', values: ['1'] }];
  await api.post(url, { name: 'shared', constraints, segments: [segment.id] }).expect(200);
  for (const thing of ['context/shared', 'strategies/shared', `segments/${segment.id}`]) {
    const { body } = await editor!.api.delete(`${ADMIN}/${thing}`).expect(409);
    expect(body.message).toMatch(
      /is in use and cannot be deleted\. It is used by something that you cannot see\.$/,
    );
    expect((await api.delete(`${ADMIN}/${thing}`).expect(409)).body.message).toContain(
      scene.hidden.child,
    );
  }
  const { body } = await editor!.api
    .put(`${ADMIN}/segments/${segment.id}`, {
      name: 'shared',
      constraints: [],
      project: scene.open.project,
    })
    .expect(400);
  expect(body.message).not.toContain(SECRET);
});

test('a role in a private project makes it visible, and losing the role hides it', async () => {
  const { project } = scene.hidden;
  const newcomer = await somebody(scene.service, 'Viewer', { [project]: 5 });
  await newcomer.api.get(`${ADMIN}/projects/${project}/features`).expect(200);
  expect((await newcomer.api.get(`${ADMIN}/projects`).expect(200)).text).toContain(project);
  await scene.service.sql('DELETE FROM project_user_role WHERE user_id = $1', [newcomer.id]);
  // callers are cached for 0.9 s
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await newcomer.api.get(`${ADMIN}/projects`).expect(200)).text).not.toContain(project);
});
