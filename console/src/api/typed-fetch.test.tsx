import { typedFetch } from './typed-fetch';

const asked: Request[] = [];
const client = (answer: Response) =>
  typedFetch<Record<string, never>>('http://flags.test', async (request) => {
    asked.push(request);
    return answer;
  });
type Send = (path: string, wish?: object) => Promise<{ data?: unknown; error?: unknown }>;
const get = (answer: Response): Send => client(answer).GET as Send;

test('paths, queries and headers are sent as the document says', async () => {
  await get(new Response('{}'))('/projects/{id}/x', {
    params: {
      path: { id: 'a/b c' },
      query: { 'status[]': ['live:on', 'é'], none: undefined, zero: 0 },
      header: { 'If-Match': '"1"', Other: undefined },
    },
  });
  const { url, headers, method } = asked.at(-1)!;
  expect([method, url]).toEqual([
    'GET',
    'http://flags.test/projects/a%2Fb%20c/x?status[]=live%3Aon&status[]=%C3%A9&zero=0',
  ]);
  expect([...headers.keys()]).toEqual(['if-match']);
});

test('bodies are JSON, and an answer without one has no data', async () => {
  const post = client(new Response(null, { status: 204 })).POST as Send;
  expect((await post('/x', { body: { a: 1 } })).data).toBeUndefined();
  expect(await asked.at(-1)!.json()).toEqual({ a: 1 });
  expect(asked.at(-1)!.headers.get('Content-Type')).toBe('application/json');
});

test('texts are read as such, and errors whatever they are', async () => {
  expect(await get(new Response('a,b'))('/x', { parseAs: 'text' })).toMatchObject({ data: 'a,b' });
  const refused = (body: string) => get(new Response(body, { status: 502 }))('/x');
  expect(await refused('{"message":"no"}')).toMatchObject({ error: { message: 'no' } });
  expect(await refused('<html>')).toMatchObject({ error: '<html>' });
});
