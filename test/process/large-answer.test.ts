import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLargeText, sendParts } from '../../src/http/large-answer.js';

/** What arrives of parts that are sent. */
async function sent(parts: Iterable<string>, method = 'GET'): Promise<string> {
  const server = createServer((_, response) => sendParts(parts, response));
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

test('short texts are sent at once', () => {
  expect(isLargeText('x'.repeat(1_048_576))).toBe(false);
  expect(isLargeText('x'.repeat(1_048_577))).toBe(true);
});
