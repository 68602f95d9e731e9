import { OffsetTable } from './offset-table.js';
import type { Story } from '../story.js';

const ROWS = [{ name: 'Anna signed in.' }, { name: 'Ben was denied.' }];

export const story: Story = {
  about: 'A table whose pages the service finds.',
  states: {
    some: () => (
      <OffsetTable
        label="Sign-ins"
        find={(page) => ({
          queryKey: ['story', 'sign-ins', page] as const,
          queryFn: () => Promise.resolve({ total: ROWS.length, rows: ROWS }),
        })}
        rowsOf={({ rows }) => rows}
        size={50}
        columns={[{ head: 'What', cell: ({ name }) => name, isHead: true }]}
        keyOf={({ name }) => name}
        empty="Nobody has signed in."
      />
    ),
  },
};
