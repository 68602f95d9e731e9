import { PagedTable } from './paged-table.js';
import type { Story } from '../story.js';

const table = (count: number) => () => (
  <PagedTable
    label={`Rows of ${count}`}
    columns={[{ head: 'Name', cell: ({ name }) => name, isHead: true }]}
    rows={Array.from({ length: count }, (_, n) => ({ name: `application-${n}` }))}
    keyOf={({ name }) => name}
    none="No application uses it."
  />
);

export const story: Story = {
  about: 'A table of which one page is shown.',
  states: { some: table(2), none: table(0) },
};
