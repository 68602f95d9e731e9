import { setImmediate as turn } from 'node:timers/promises';
import {
  CachedResponse,
  ResponseMemory,
} from '../../../../src/serving/sdk-api/cache/cached-response.js';
import { OutgoingMemory } from '../../../../src/serving/sdk-api/cache/outgoing-memory.js';
import { Semaphore } from '../../../../src/platform/database/semaphore.js';
import type { Config } from '../../../../src/platform/config/config.js';

/** Long work is divided into slices, and caches are bounded, on any machine. */

const MIB = 1024 * 1024;
const settings = (bytes: number): Config =>
  ({ clientFeatures: { cacheBytes: bytes, outgoingBytes: bytes } }) as Config;

/** A response whose parts take some time each. */
class SlowAnswer extends CachedResponse {
  readonly etag = '"slow"';
  protected readonly expectedLength = undefined;
  made = 0;

  constructor(
    memory: ResponseMemory,
    private readonly count: number,
    private readonly milliseconds: number,
    private readonly bytes = 1_000,
  ) {
    super(memory);
  }

  protected *parts(): Iterable<Buffer> {
    this.made++;
    for (let n = 0; n < this.count; n++) {
      for (const end = performance.now() + this.milliseconds; performance.now() < end;);
      yield Buffer.alloc(this.bytes, 'x');
    }
  }
}

test('a large answer is made in slices, once for all who ask for it', async () => {
  const answer = new SlowAnswer(new ResponseMemory(settings(MIB)), 40, 5);
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await turn();
  })();
  const [one, two] = await Promise.all([answer.body(), answer.body()]);
  isDone = true;
  await others;
  expect(one).toBe(two);
  expect(one).toHaveLength(40_000);
  expect(answer.made).toBe(1);
  // 200 ms of work in slices of 10 ms and one part: other work must have had about as many turns.
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('answers are kept within their limit, plain and compressed, those that were asked for last', async () => {
  const memory = new ResponseMemory(settings(MIB));
  const answers = Array.from({ length: 5 }, () => new SlowAnswer(memory, 300, 0));
  for (const answer of answers) {
    await answer.gzipped();
    expect(memory.bytes).toBeLessThanOrEqual(MIB);
    memory.use(answers[0]!);
  }
  expect(memory.bytes).toBeGreaterThan(MIB / 2);
  await answers[0]!.body();
  await answers[1]!.body();
  expect(answers.map(({ made }) => made)).toEqual([1, 2, 1, 1, 1]);
  for (const answer of answers) answer.dispose();
  expect(memory.bytes).toBe(0);
});

test('responses that are not read are cut off to make room for others, the oldest first', () => {
  const outgoing = new OutgoingMemory(settings(MIB));
  const receiver = () => ({ cutOff: jest.fn() });
  const [slow, shared, alike, last] = [receiver(), receiver(), receiver(), receiver()];
  const body = Buffer.alloc(MIB / 2);
  outgoing.begin(slow, Buffer.alloc(MIB / 2));
  outgoing.begin(shared, body);
  outgoing.begin(alike, body);
  expect(outgoing.bytes).toBe(MIB);

  outgoing.begin(last, Buffer.alloc(MIB / 2));
  expect(outgoing.bytes).toBe(MIB);
  expect([slow, shared, alike, last].map(({ cutOff }) => cutOff.mock.calls.length)).toEqual([
    1, 0, 0, 0,
  ]);
  outgoing.begin(slow, Buffer.alloc(2 * MIB));
  expect([slow, shared, alike, last].map(({ cutOff }) => cutOff.mock.calls.length)).toEqual([
    1, 1, 1, 1,
  ]);
  outgoing.end(slow);
  outgoing.end(slow);
  expect(outgoing.bytes).toBe(0);
});

test('no more tasks run at the same time than may', async () => {
  const turns = new Semaphore(2, 9, () => new Error('too many'));
  let [now, most] = [0, 0];
  const task = async (fails: boolean): Promise<void> => {
    most = Math.max(most, ++now);
    await turn();
    now--;
    if (fails) throw new Error('no');
  };
  const done = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) => turns.run(() => task(n % 2 === 0))),
  );
  expect(most).toBe(2);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
});
