import { DataTable } from './data-table.js';
import type { Story } from '../story.js';

export const story: Story = {
  about: 'A table; on phones, each row is a card.',
  states: {
    rows: () => (
      <DataTable
        label="Milestones"
        columns={[
          { head: 'Milestone', cell: ({ name }) => name, isHead: true },
          { head: 'Share', cell: ({ share }) => share },
        ]}
        rows={[
          { name: 'First', share: '10%' },
          { name: 'Everybody', share: '100%' },
        ]}
        keyOf={({ name }) => name}
        detail={({ share }) => (share === '10%' ? 'Lasts a day.' : undefined)}
      />
    ),
  },
};
