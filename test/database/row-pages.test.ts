import { PAGE_ROWS, type PageSource, RowPages } from '../../src/platform/database/row-pages.js';

/** A source of rows that counts read pages and records whether it is closed. */
class Counted implements PageSource<number> {
  pages = 0;
  closed = false;

  constructor(
    private readonly rows: number,
    private readonly failsAt = Infinity,
  ) {}

  open(): Promise<number[]> {
    return this.read();
  }

  async read(): Promise<number[]> {
    if (this.pages === this.failsAt) throw new Error('no more');
    const start = PAGE_ROWS * this.pages++;
    const length = Math.max(0, Math.min(PAGE_ROWS, this.rows - start));
    return Array.from({ length }, (_, n) => start + n);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each([0, 1, PAGE_ROWS - 1, PAGE_ROWS, PAGE_ROWS + 1, 3 * PAGE_ROWS, 3 * PAGE_ROWS + 7])(
  'all of %d rows are read in order, and the connection is freed',
  async (count) => {
    const source = new Counted(count);
    const rows: number[] = [];
    for await (const page of await RowPages.open(source, '', [])) rows.push(...page);
    expect(rows).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(source.closed).toBe(true);
  },
);

test('one page is read while the caller works on the one before, and no more', async () => {
  const source = new Counted(10 * PAGE_ROWS);
  const pages = await RowPages.open(source, '', []);
  let taken = 0;
  for await (const page of pages) {
    expect(page).toHaveLength(PAGE_ROWS);
    taken++;
    await settled();
    await settled();
    expect(source.pages).toBe(taken + 1);
    if (taken === 4) break;
  }
  expect(source.closed).toBe(true);
  expect(source.pages).toBe(5);
});

test('a page that cannot be read ends the list with its error, after the pages before it', async () => {
  const source = new Counted(10 * PAGE_ROWS, 2);
  let taken = 0;
  const all = async (): Promise<void> => {
    for await (const page of await RowPages.open(source, '', [])) taken += page.length;
  };
  await expect(all()).rejects.toThrow('no more');
  expect(taken).toBe(2 * PAGE_ROWS);
  expect(source.closed).toBe(true);
});
