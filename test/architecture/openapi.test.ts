import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Operation {
  security?: object[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, { headers?: Record<string, unknown> }>;
}

/** Headers in the committed OpenAPI document. */
const text = readFileSync(path.resolve('openapi.json'), 'utf8');
const { paths, components } = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.entries(paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method} ${url}`,
    ...operation,
  })),
);
const headersOf = ({ parameters = [] }: Operation): string[] =>
  parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
/**
 * Operations without input: an optional header would make generated clients require an argument.
 */
const takesNothing = ({ parameters = [] }: Operation): boolean => parameters.length === 0;
const namesOf = (found: typeof operations): string[] => found.map(({ name }) => name);

test('no header is told twice, and none that OpenAPI has other means for', () => {
  const odd = operations.filter((one) => {
    const headers = headersOf(one);
    return (
      new Set(headers).size < headers.length ||
      headers.some((name) => ['authorization', 'accept', 'content-type'].includes(name))
    );
  });
  expect(namesOf(odd)).toEqual([]);
});

test('no name is that of a path parameter and of a query parameter, since clients have one for both', () => {
  const twice = operations.filter(({ parameters = [] }) => {
    const names = parameters.filter((one) => one.in !== 'header').map(({ name }) => name);
    return new Set(names).size < names.length;
  });
  expect(namesOf(twice)).toEqual([]);
});

test('operations with 304 document If-None-Match and ETag', () => {
  const conditional = operations.filter(({ responses }) => responses['304']);
  const whole = conditional.filter(
    (one) =>
      (headersOf(one).includes('if-none-match') || takesNothing(one)) &&
      ['200', '304'].every((status) => one.responses[status]?.headers?.['ETag']),
  );
  expect(namesOf(conditional)).toContain('get /api/client/features');
  expect(namesOf(whole)).toEqual(namesOf(conditional));
});

test('operations with 429 document Retry-After', () => {
  const limited = operations.filter(({ responses }) => responses['429']);
  expect(limited).not.toEqual([]);
  expect(
    namesOf(limited.filter(({ responses }) => !responses['429']!.headers?.['Retry-After'])),
  ).toEqual([]);
});

test('whatever takes in the version of the client specification says so', () => {
  const takers = operations.filter((one) => headersOf(one).includes('unleash-client-spec'));
  expect(namesOf(takers).sort()).toEqual([
    'get /api/client/delta',
    'get /api/client/features',
    'get /api/client/features/{featureName}',
    'get /api/client/streaming',
  ]);
});

test('whatever takes a token in the header of OpenFeature says so', () => {
  const takers = operations.filter(({ security = [] }) => security.some((one) => 'key' in one));
  expect(namesOf(takers)).toEqual([
    'post /ofrep/v1/evaluate/flags/{key}',
    'post /ofrep/v1/evaluate/flags',
  ]);
  expect(takers.map(({ security }) => security)).toEqual(
    Array(2).fill(expect.arrayContaining([{ token: [] }, { key: [] }])),
  );
});

test('every schema that is referred to is there', () => {
  const wanted = [...text.matchAll(/"\$ref":\s*"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name!,
  );
  expect(wanted).not.toEqual([]);
  expect([...new Set(wanted)].filter((name) => !components.schemas[name])).toEqual([]);
});
