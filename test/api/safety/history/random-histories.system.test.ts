import fc from 'fast-check';
import type { HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

// Random changes of all kinds over HTTP. After each, what can be read is recorded with the time of
// the database; afterwards every recorded state is read again with `asOf`.

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Scene {
  project: string;
  /** Another project, to which features move. */
  otherProject: string;
  names: string[];
  /** The project of each feature at present. */
  projects: string[];
  segments: number[];
  /** An environment that is created and deleted. */
  extra: string;
  tagType: string;
}

interface Change {
  kind: number;
  feature: number;
  other: number;
  place: number;
  value: number;
  flag: boolean;
}

const HISTORIES = 3;
const CHANGES = 80;
/** Number of changes between two recorded states. */
const BETWEEN = 6;
const SEED = Number(process.env['HISTORY_SEED'] ?? 20_261_122);

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.nat(999),
  feature: fc.nat(2),
  other: fc.nat(2),
  place: fc.nat(3),
  value: fc.nat(3),
  flag: fc.boolean(),
});

type Make = (scene: Scene, change: Change) => Promise<unknown>;

const featuresIn = (project: string): string => `/api/admin/projects/${project}/features`;
const featuresOf = ({ project }: Scene): string => featuresIn(project);
const featureOf = (scene: Scene, { feature }: Change): string =>
  `${featuresIn(scene.projects[feature]!)}/${scene.names[feature]!}`;
const environmentOf = (scene: Scene, { place }: Change): string =>
  ['development', 'production', 'development', scene.extra][place]!;
const placeOf = (scene: Scene, one: Change): string =>
  `${featureOf(scene, one)}/environments/${environmentOf(scene, one)}`;
const strategiesAt = async (scene: Scene, one: Change): Promise<{ id: string }[]> => {
  const { body } = await service.api.get(`${placeOf(scene, one)}/strategies`);
  return Array.isArray(body) ? (body as { id: string }[]) : [];
};
const strategyBody = (scene: Scene, { value, flag, other }: Change): object => ({
  name: 'flexibleRollout',
  title: `title ${value}`,
  disabled: flag && value === 0,
  parameters: { rollout: String(value * 10), stickiness: 'default', groupId: 'g' },
  constraints:
    value > 1 ? [{ contextName: 'userId', operator: 'IN', values: [String(value)] }] : [],
  segments: flag ? scene.segments.slice(0, other) : [],
  ...(value === 3 ? { sortOrder: other } : {}),
});
const tagOf = ({ tagType }: Scene, { value }: Change): object => ({
  type: value % 2 ? tagType : 'simple',
  value: `value-${tagType}-${value}`,
});
const { api } = { api: () => service.api };

/** Moves a feature to the other project. */
async function move(scene: Scene, one: Change): Promise<void> {
  const { project, otherProject, projects } = scene;
  const newProjectId = projects[one.feature] === project ? otherProject : project;
  const { status } = await api().post(`${featureOf(scene, one)}/changeProject`, { newProjectId });
  if (status === 200) projects[one.feature] = newProjectId;
}

/** Possible changes. Those that the current state does not allow are refused and change nothing. */
const MAKE: readonly Make[] = [
  (scene, one) => api().post(`${placeOf(scene, one)}/on`),
  (scene, one) => api().post(`${placeOf(scene, one)}/off`),
  (scene, one) => api().post(`${placeOf(scene, one)}/on`),
  (scene, one) => api().post(`${placeOf(scene, one)}/strategies`, strategyBody(scene, one)),
  (scene, one) => api().post(`${placeOf(scene, one)}/strategies`, strategyBody(scene, one)),
  async (scene, one) => {
    const [first] = await strategiesAt(scene, one);
    if (first)
      await api().put(`${placeOf(scene, one)}/strategies/${first.id}`, strategyBody(scene, one));
  },
  async (scene, one) => {
    const found = await strategiesAt(scene, one);
    const last = found.at(-1);
    if (last) await api().delete(`${placeOf(scene, one)}/strategies/${last.id}`);
  },
  async (scene, one) => {
    const found = await strategiesAt(scene, one);
    const positions = found.map(({ id }, n) => ({ id, sortOrder: found.length - n }));
    await api().post(`${placeOf(scene, one)}/strategies/set-sort-order`, positions);
  },
  (scene, one) =>
    api().put(`${featureOf(scene, one)}/variants`, [
      { name: `v${one.value}`, weight: 1000, weightType: 'variable', stickiness: 'default' },
    ]),
  (scene, one) =>
    api().put(`${featureOf(scene, one)}`, {
      type: one.flag ? 'release' : 'experiment',
      description: `description ${one.value}`,
      stale: one.value === 1,
      impressionData: one.flag,
    }),
  (scene, one) =>
    api().post(`/api/admin/projects/${scene.project}/stale`, {
      features: scene.names,
      stale: one.flag,
    }),
  (scene, one) =>
    api().post(`/api/admin/features/${scene.names[one.feature]!}/tags`, tagOf(scene, one)),
  (scene, one) => {
    const tag = tagOf(scene, one) as { type: string; value: string };
    const from = `/api/admin/features/${scene.names[one.feature]!}/tags`;
    return api().delete(`${one.flag ? from : '/api/admin/tags'}/${tag.type}/${tag.value}`);
  },
  (scene, one) =>
    api().post(`${featureOf(scene, one)}/link`, { url: `https://example.com/${one.value}` }),
  async (scene, one) => {
    const { body } = await api().get(featureOf(scene, one));
    const links = (body as { links?: { id: string }[] }).links ?? [];
    const link = links[one.value % Math.max(1, links.length)];
    if (!link) return;
    const path = `${featureOf(scene, one)}/link/${link.id}`;
    if (one.flag) await api().delete(path);
    else await api().put(path, { url: 'https://example.com/changed', title: `${one.value}` });
  },
  async (scene, { flag }) => {
    if (flag) await api().delete(`/api/admin/tag-types/${scene.tagType}`);
    else await api().post('/api/admin/tag-types', { name: scene.tagType, description: '' });
  },
  (scene, one) =>
    api().post(`${featureOf(scene, one)}/dependencies`, {
      feature: scene.names[one.other]!,
      enabled: one.flag,
    }),
  (scene, one) =>
    api().delete(
      `${featureOf(scene, one)}/dependencies${one.flag ? '' : `/${scene.names[one.other]!}`}`,
    ),
  (scene, one) => api().delete(featureOf(scene, one)),
  (scene, one) => api().post(`/api/admin/archive/revive/${scene.names[one.feature]!}`),
  (scene, one) => api().post(`/api/admin/archive/revive/${scene.names[one.feature]!}`),
  async (scene, one) => {
    if (one.flag) await api().delete(featureOf(scene, one));
    await api().delete(`/api/admin/archive/${scene.names[one.feature]!}`);
  },
  async (scene, one) => {
    const body = { name: scene.names[one.feature]!, tags: [tagOf(scene, one)] };
    const { status } = await api().post(featuresOf(scene), body);
    if (status === 201) scene.projects[one.feature] = scene.project;
  },
  move,
  move,
  async (scene, one) => {
    await api().delete(featureOf(scene, one));
    await api().delete(`/api/admin/archive/${scene.names[one.feature]!}`);
    const source = featureOf(scene, { ...one, feature: one.other });
    const { status } = await api().post(`${source}/clone`, { name: scene.names[one.feature]! });
    if (status === 201) scene.projects[one.feature] = scene.projects[one.other]!;
  },
  (scene, one) =>
    one.flag
      ? api().delete(
          `/api/admin/projects/${scene.project}/environments/${environmentOf(scene, one)}`,
        )
      : api().post(`/api/admin/projects/${scene.project}/environments`, {
          environment: environmentOf(scene, one),
        }),
  (scene, one) =>
    api().post(`/api/admin/projects/${scene.project}/environments`, {
      environment: environmentOf(scene, one),
    }),
  async (scene, { flag, value }) => {
    if (flag && value > 1) await api().delete(`/api/admin/environments/${scene.extra}`);
    else if (flag) await api().post('/api/admin/environments', { name: scene.extra, type: 'test' });
    else
      await api().post('/api/admin/environments/development/clone', {
        name: scene.extra,
        type: 'test',
        projects: [scene.project],
      });
  },
  async (scene, { other, value, flag }) => {
    const id = scene.segments[other];
    if (flag && id) await api().delete(`/api/admin/segments/${id}`);
    else if (id)
      await api().put(`/api/admin/segments/${id}`, {
        name: `segment-${id}`,
        constraints: [{ contextName: 'userId', operator: 'IN', values: [String(value)] }],
      });
  },
  async (scene, one) => {
    const { status } = await api().post('/api/admin/features-batch/import', {
      project: scene.project,
      environment: 'development',
      data: {
        features: [{ name: scene.names[one.feature]!, type: 'release' }],
        featureStrategies: [
          {
            name: 'flexibleRollout',
            featureName: scene.names[one.feature]!,
            parameters: { rollout: String(one.value), stickiness: 'default', groupId: 'g' },
            constraints: [],
          },
        ],
        featureEnvironments: [],
        contextFields: [],
        featureTags: [],
        segments: [],
        tagTypes: [],
      },
    });
    if (status === 200) scene.projects[one.feature] = scene.project;
  },
];

async function sceneOf(): Promise<Scene> {
  const [project, otherProject] = [await service.given.project(), await service.given.project()];
  const names = [unique('a'), unique('b'), unique('c')];
  const scene = {
    ...{ project, otherProject, names, projects: names.map(() => project) },
    ...{ segments: [] as number[], extra: unique('extra') },
    tagType: unique('kind').slice(-20),
  };
  for (const n of [1, 2]) {
    const body = { name: unique(`segment-${n}`), constraints: [] };
    scene.segments.push((await api().post('/api/admin/segments', body).expect(201)).body.id);
  }
  await api().post('/api/admin/tag-types', { name: scene.tagType, description: '' }).expect(201);
  for (const name of names) await api().post(featuresOf(scene), { name }).expect(201);
  return scene;
}

/** Everything that can be read, now or with `asOf`. */
async function stateOf(scene: Scene, suffix = ''): Promise<unknown> {
  const read = async (call: HttpCall): Promise<unknown> => {
    const { status, body } = (await call) as { status: number; body: object };
    return status === 200 ? known(body) : status;
  };
  const places = [scene.project, scene.otherProject].map(featuresIn);
  const paths = [
    ...places.flatMap((place) => scene.names.map((name) => `${place}/${name}`)),
    ...places,
    ...scene.segments.map((id) => `/api/admin/segments/${id}`),
  ];
  // A caller may run only a few long reads at the same time.
  const states: unknown[] = [];
  for (let start = 0; start < paths.length; start += 2)
    states.push(
      ...(await Promise.all(
        paths.slice(start, start + 2).map((path) => read(api().get(path + suffix))),
      )),
    );
  return states;
}

/** Removes what is not part of history. */
function known(body: object): object {
  return { ...body, lifecycle: undefined, collaborators: undefined };
}

interface Live {
  name: string;
  createdAt: string;
  environments: { name: string; enabled: boolean; strategies: Strategy[]; variants: object[] }[];
  dependencies: { feature: string; enabled: boolean; variants: string[] }[];
}
interface Strategy {
  name: string;
  disabled: boolean;
  constraints: object[];
  parameters: object;
  variants: object[];
  segments: number[];
}

/** What SDKs in `development` get, according to recorded features. */
function servedOf(states: readonly unknown[]): unknown[] {
  const live = states.filter((state): state is Live => typeof state === 'object');
  return live.map((feature) => {
    const place = feature.environments.find(({ name }) => name === 'development');
    const strategies = place?.strategies.filter(({ disabled }) => !disabled) ?? [];
    const [parent] = feature.dependencies;
    return expect.objectContaining({
      name: feature.name,
      enabled: place?.enabled ?? false,
      variants: place?.variants ?? [],
      strategies: strategies.map(({ name, constraints, parameters, variants, segments }) => ({
        ...{ name, constraints, parameters, variants },
        ...(segments.length > 0 ? { segments } : {}),
      })),
      ...(parent
        ? {
            dependencies: [
              parent.enabled ? parent : { feature: parent.feature, enabled: parent.enabled },
            ],
          }
        : {}),
    });
  });
}

const clock = async (): Promise<string> => {
  const [row] = (await service.sql(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  )) as [{ now: string }];
  return row.now;
};

test('every state of random histories is rebuilt exactly', async () => {
  const histories = fc.sample(fc.array(change, { minLength: CHANGES, maxLength: CHANGES }), {
    seed: SEED,
    numRuns: HISTORIES,
  });
  let distinct = 0;
  for (const changes of histories) {
    const scene = await sceneOf();
    const recorded: { at: string; live: unknown; made: string }[] = [];
    for (const [n, one] of changes.entries()) {
      const index = one.kind % MAKE.length;
      await MAKE[index]!(scene, one);
      if (n % BETWEEN > 0) continue;
      const live = await stateOf(scene);
      recorded.push({ at: await clock(), live, made: `${index} ${JSON.stringify(one)}` });
    }
    for (const [n, { at, live, made }] of recorded.entries()) {
      const rebuilt = await stateOf(scene, `?asOf=${at}`);
      const sdk = api().get(
        '/api/client/features?environment=development' +
          `&project=${scene.project}&project=${scene.otherProject}&asOf=${at}`,
      );
      const { body } = await sdk.set('Unleash-Client-Spec', '5.1.0').expect(200);
      const served = servedOf((live as unknown[]).slice(0, 2 * scene.names.length));
      expect(body.features).toHaveLength(served.length);
      expect(body.features).toEqual(expect.arrayContaining(served));
      expect({ seed: SEED, n, made, state: rebuilt }).toEqual({ seed: SEED, n, made, state: live });
    }
    distinct += new Set(recorded.map(({ live }) => JSON.stringify(live))).size;
  }
  expect(distinct).toBeGreaterThan((HISTORIES * CHANGES) / BETWEEN / 2);
}, 120_000);
