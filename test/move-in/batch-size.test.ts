import { BatchSize, inBatches } from '../../admin/move-in/batch-size.js';

test('batches become as large as 300 ms allow, but no more than twice as large at once', () => {
  const size = new BatchSize();
  expect(size.rows).toBe(50);
  size.adapt(50, 10);
  expect(size.rows).toBe(100);
  size.adapt(100, 600);
  expect(size.rows).toBe(50);
  size.adapt(50, 30_000);
  expect(size.rows).toBe(10);
  for (let n = 0; n < 20; n++) size.adapt(size.rows, 0);
  expect(size.rows).toBe(1_000);
});

test('all rows are in one batch each, in their order', async () => {
  const rows = Array.from({ length: 1_234 }, (_, n) => n);
  const batches: (readonly number[])[] = [];
  await inBatches(rows, new BatchSize(), async (batch) => void batches.push(batch));
  expect(batches.flat()).toEqual(rows);
  expect(batches.length).toBeGreaterThan(3);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
});
