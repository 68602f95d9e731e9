import { Pagination } from './pagination.js';
import type { Story } from './story.js';

const page = (number: number, total: number) => () => (
  <Pagination
    of={`story ${number} ${total}`}
    total={total}
    size={50}
    page={number}
    onChange={() => {}}
  />
);

export const story: Story = {
  about: 'Where a page is in a list, and the way to the others.',
  states: { 'the only one': page(1, 11), first: page(1, 20_000), last: page(400, 20_000) },
};
