import { catalogueOf, otherLanguages } from '../../../support/console-texts.js';
import { TestService } from '../../../support/service.js';

const PREFIX = 'built-in.ts builtInTexts.';
/** What the console shows of them; roles, fields and strategies have the same names everywhere. */
const SHOWN = [
  { path: '/api/admin/permissions', shows: ['name'], are: /^[A-Z_]+$/ },
  { path: '/api/admin/roles', shows: ['description'] },
  { path: '/api/admin/feature-types', shows: ['name', 'description'] },
  { path: '/api/admin/strategies', shows: ['description'] },
  { path: '/api/admin/context', shows: ['description'] },
  { path: '/api/admin/tag-types', shows: ['description'] },
];

let said: string[];
beforeAll(async () => {
  const service = await TestService.start();
  const words = new Set<string>();
  for (const { path, shows, are = /./ } of SHOWN) {
    const { body } = await service.api.get(path).expect(200);
    for (const one of shows.flatMap((shown) => valuesOf(body, shown)))
      if (are.test(one)) words.add(one);
  }
  said = [...words].sort();
  await service.stop();
});

test.each(otherLanguages())(
  '%s has words for all that is built in, and for no more',
  (language) => {
    const places = [...catalogueOf(language).keys()].filter((place) => place.startsWith(PREFIX));

    expect(places.map((place) => place.slice(PREFIX.length)).sort()).toEqual(said);
    expect(said.length).toBeGreaterThan(80);
  },
);

/** The texts of a property of all objects in an answer, except within parameters of strategies. */
function valuesOf(answer: unknown, property: string): string[] {
  if (answer === null || typeof answer !== 'object') return [];
  return Object.entries(answer).flatMap(([name, value]: [string, unknown]) => {
    if (name === property && typeof value === 'string') return [value];
    return name === 'parameters' ? [] : valuesOf(value, property);
  });
}
