import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAGE_ROWS, type PageSource, RowPages } from '../../src/platform/database/row-pages.js';
import type { JsonParts } from '../../src/platform/http/json.js';
import { type JsonList, listAsJson, type ListRow } from '../../src/platform/http/json-list.js';
import { isLargeText, sendParts } from '../../src/platform/http/large-answer.js';

/** The received text of parts that are sent. */
async function sent(
  parts: Iterable<string> | AsyncIterable<string>,
  method = 'GET',
  sendWhole?: (text: string) => string,
): Promise<string> {
  const server = createServer((_, response) =>
    sendParts(parts, response, sendWhole && ((text) => response.end(sendWhole(text)))),
  );
  await new Promise<void>((resolve) => server.listen(0, resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await (await fetch(`http://localhost:${port}`, { method })).text();
  } finally {
    server.close();
  }
}

test('a large answer arrives as it is, also where a character would be divided', async () => {
  for (const start of ['', 'x', 'xy']) {
    const text = start + 'ä😀'.repeat(100_000);
    expect(await sent([text])).toBe(text);
  }
  expect(await sent(['{"a":', '1', '}'])).toBe('{"a":1}');
  expect(await sent([])).toBe('');
  expect(await sent(['{}'], 'HEAD')).toBe('');
});

test('only a short body is sent as a whole', async () => {
  const marked = (text: string): string => `whole: ${text}`;
  expect(await sent(['{"a":', '1}'], 'GET', marked)).toBe('whole: {"a":1}');
  expect(await sent([], 'GET', marked)).toBe('whole: ');
  const long = 'x'.repeat(65_536);
  expect(await sent([long], 'GET', marked)).toBe(long);
  expect(await sent([long, 'y'], 'GET', marked)).toBe(`${long}y`);
});

test('only parts that are read are made', async () => {
  let made = 0;
  function* parts(): Generator<string> {
    for (; made < 10_000; made++) yield 'x'.repeat(65_536);
  }
  const server = createServer((_, response) => sendParts(parts(), response));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const left = new AbortController();
  const { port } = server.address() as AddressInfo;
  await fetch(`http://localhost:${port}`, { signal: left.signal });
  left.abort();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(made).toBeLessThan(1_000);
});

/** Pages of numbers that count how often their source was closed. */
async function pagesOf(source: Partial<PageSource<ListRow>>): Promise<{
  list: JsonList<{ n: number[] }>;
  closed: () => number;
}> {
  let closed = 0;
  const pages = await RowPages.open<ListRow>(
    {
      open: async () => rows(0, PAGE_ROWS),
      read: async () => rows(PAGE_ROWS, PAGE_ROWS + 1),
      close: async () => void closed++,
      ...source,
    },
    '',
    [],
  );
  return { list: listAsJson(pages, 'n', { version: 1 }), closed: () => closed };
}

function rows(from: number, to: number): ListRow[] {
  return Array.from({ length: to - from }, (_, n) => ({ head: null, item: String(from + n) }));
}

const partsOf = (list: JsonList<unknown>): AsyncIterable<string> =>
  (list as JsonParts<unknown>).parts as AsyncIterable<string>;

test('a list is read page by page, and closed at its end', async () => {
  const { list, closed } = await pagesOf({});
  expect(JSON.parse(await sent(partsOf(list)))).toEqual({
    version: 1,
    n: Array.from({ length: PAGE_ROWS + 1 }, (_, n) => n),
  });
  expect(closed()).toBe(1);
});

test('a list of one page is complete', async () => {
  const { list, closed } = await pagesOf({ open: async () => rows(0, 2) });
  expect(list).toBe('{"version":1,"n":[0,1]}');
  expect(closed()).toBe(1);
  const none = await pagesOf({ open: async () => [] });
  expect(none.list).toBe('{"version":1,"n":[]}');
});

test('a response is cut off when a page cannot be read', async () => {
  const read = async (): Promise<never> => {
    throw new Error('the database is gone');
  };
  const { list, closed } = await pagesOf({ read });
  await expect(sent(partsOf(list))).rejects.toThrow();
  expect(closed()).toBe(1);
});

test('the pages of a slow caller are read ahead, so that the connection is free', async () => {
  const { list, closed } = await pagesOf({});
  while (closed() === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(JSON.parse(await sent(partsOf(list))).n).toHaveLength(PAGE_ROWS + 1);

  const failing = await pagesOf({ read: () => Promise.reject(new Error('gone')) });
  while (failing.closed() === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(sent(partsOf(failing.list))).rejects.toThrow();
});

test('short texts are sent at once', () => {
  expect(isLargeText('x'.repeat(1_048_576))).toBe(false);
  expect(isLargeText('x'.repeat(1_048_577))).toBe(true);
});
