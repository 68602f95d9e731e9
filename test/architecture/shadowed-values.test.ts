import type { PreparedExpressAdapter } from '../../src/platform/http/express.adapter.js';
import { RESERVED } from '../../src/flags/project/project-id.js';
import { RouteInventory } from '../../src/platform/http/route-inventory.js';
import { TestService } from '../support/service.js';

/** Parameters whose values the service makes, so that none is a word of a path. */
const GENERATED: Readonly<Record<string, string>> = {
  'user-admin/:id': 'a number',
  'segments/:id': 'a number',
  'schedules/:id': 'a number',
  'change-requests/:id': 'a number',
  'roles/:roleId': 'a number',
  'strategies/:strategyId': 'a UUID',
  'release-plan-templates/:templateId': 'a ULID',
};
/** Words that the service refuses as values of a parameter. */
const REFUSED: Readonly<Record<string, readonly string[]>> = { 'projects/:projectId': RESERVED };

type Segments = readonly string[];

/** A path that two routes match, and the route that is meant. */
interface Ambiguity {
  method: string;
  /** The route that names the word at the first place at which only one of them has a parameter. */
  meant: string;
  other: string;
  /** The parameter there with the segment before it, and the word that it cannot have. */
  parameter: string;
  word: string;
}

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const isParameter = (segment: string): boolean => segment.startsWith(':');
const segmentsOf = (path: string): Segments => path.split('/').filter(Boolean);

/** How a path is ambiguous that both routes match; undefined when there is no such path. */
function ambiguity(method: string, one: Segments, two: Segments): Ambiguity | undefined {
  const places = one.map((segment, place) => [segment, two[place]!] as const);
  const match = ([a, b]: readonly [string, string]): boolean =>
    a === b || isParameter(a) || isParameter(b);
  if (one.length !== two.length || !places.every(match)) return undefined;
  const first = places.findIndex(([a, b]) => isParameter(a) !== isParameter(b));
  if (first < 0 || isParameter(one[first]!)) return undefined;
  return {
    method,
    meant: one.join('/'),
    other: two.join('/'),
    parameter: `${two[first - 1]}/${two[first]}`,
    word: one[first]!,
  };
}

function ambiguities(): Ambiguity[] {
  const routes = RouteInventory.of(service.service.app).routes.flatMap(({ method, path }) =>
    path.split(', ').map((one) => ({ method, segments: segmentsOf(one) })),
  );
  return routes.flatMap((one) =>
    routes.flatMap((two) => {
      const found = one.method === two.method && ambiguity(one.method, one.segments, two.segments);
      return found || [];
    }),
  );
}

/** The template of the route that the service chooses for a path, without slashes at its ends. */
function chosen(method: string, path: string): string | undefined {
  const { routes } = service.service.app.getHttpAdapter() as PreparedExpressAdapter;
  const layer = routes
    .for(`/${path}`)
    .flatMap(({ stack }) => stack)
    .find(
      (one) =>
        one.route?.stack.some((own) => own.method === method.toLowerCase()) &&
        (one as typeof one & { match: (path: string) => boolean }).match(`/${path}`),
    );
  return layer && segmentsOf(layer.route!.path).join('/');
}

test('no path hides something that can exist', () => {
  const found = ambiguities();
  expect(found.length).toBeGreaterThan(10);
  const hidden = found.filter(
    ({ parameter, word }) => !GENERATED[parameter] && !REFUSED[parameter]?.includes(word),
  );
  expect(hidden).toEqual([]);
});

test('when two routes match a path, the one with the fixed segment is chosen', () => {
  const wrong = ambiguities().flatMap(({ method, meant, other }) => {
    const [named, alternative] = [segmentsOf(meant), segmentsOf(other)];
    // At places where both have a parameter, any value does.
    const path = named
      .map((segment, place) => (isParameter(segment) ? alternative[place]! : segment))
      .join('/')
      .replaceAll(':', '1');
    const template = chosen(method, path);
    return template === meant ? [] : [{ method, path, template, meant }];
  });
  expect(wrong).toEqual([]);
});

test.each(RESERVED)('no project can have the id %s', async (id) => {
  const project = { id, name: 'A project' };
  await service.api.post('/api/admin/projects', project).expect(400);
  await service.api.post('/api/admin/projects', { ...project, id: id.toUpperCase() }).expect(400);
  const named = await service.api.post('/api/admin/projects', { name: id }).expect(201);
  expect(named.body.id).not.toBe(id);
});
