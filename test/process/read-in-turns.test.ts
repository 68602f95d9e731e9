import { PassThrough } from 'node:stream';
import { readInTurns } from '../../src/platform/database/watched-client.js';

const CHUNK = Buffer.alloc(64 * 1024);

/** Number of chunks that are read per turn of the event loop when all are available. */
async function turnsOf(chunks: number, prepare: (stream: PassThrough) => void): Promise<number[]> {
  const stream = new PassThrough({ highWaterMark: chunks * CHUNK.length });
  for (let n = 0; n < chunks; n++) stream.write(CHUNK);
  const turns: number[] = [];
  let read = 0;
  let total = 0;
  stream.on('data', () => ((read += 1), (total += 1)));
  prepare(stream);
  while (total < chunks) {
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(read);
    read = 0;
  }
  return turns;
}

test('a long answer is read in many turns, between which others have theirs', async () => {
  const turns = await turnsOf(32, readInTurns);
  expect(Math.max(...turns)).toBeLessThanOrEqual(2);
  expect(turns.reduce((sum, one) => sum + one)).toBe(32);
  expect(Math.max(...(await turnsOf(32, () => undefined)))).toBeGreaterThan(2);
});
