import { Listing } from './listing.js';
import { NAMED_COLUMN, searchedOfNamed } from './named-column.js';
import { RowActions } from './row-actions.js';
import { RowButton } from './row-button.js';
import { EmptyState } from './states.js';
import type { Story } from './story.js';

const SEGMENTS = [
  { name: 'Beta testers', description: 'People who want to see new things first' },
  { name: 'Staff', description: '' },
];
const listing = (items: typeof SEGMENTS) => () => (
  <Listing
    label="Segments"
    items={items}
    columns={[NAMED_COLUMN, { head: 'Used by', cell: () => '3 features' }]}
    keyOf={({ name }) => name}
    searched={searchedOfNamed}
    empty={<EmptyState title="There are no segments yet">A segment is…</EmptyState>}
    actions={({ name }) => (
      <RowActions of={name}>
        <RowButton aria-label={`Edit ${name}`}>Edit</RowButton>
        <RowButton aria-label={`Use of ${name}`}>Use</RowButton>
        <RowButton isDangerous aria-label={`Delete ${name}`}>
          Delete
        </RowButton>
      </RowActions>
    )}
  />
);

export const story: Story = {
  about: 'A list with the actions of its rows; with a search from eight items on.',
  states: {
    some: listing(SEGMENTS),
    many: listing(
      Array.from({ length: 12 }, (_, n) => ({ name: `segment-${n}`, description: '' })),
    ),
    none: listing([]),
  },
};
