import { ListingPage } from './listing-page.js';
import { NAMED_COLUMN, searchedOfNamed } from './named-column.js';
import { RowButton } from './row-button.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'A page of a list whose things are created and changed in dialogs.',
  states: {
    some: () => (
      <ListingPage
        texts={{
          title: 'Tag types',
          intro: 'Kinds of tags, such as teams or tickets.',
          create: 'Create a tag type',
          empty: 'There are no tag types.',
        }}
        found={{
          data: [{ name: 'simple', description: 'Used to simplify filtering of features' }],
          error: null,
          refetch: () => Promise.reject(new Error('A story reads nothing.')),
        }}
        columns={[NAMED_COLUMN]}
        keyOf={({ name }) => name}
        searched={searchedOfNamed}
        needs="CREATE_TAG_TYPE"
        creation={() => null}
        actions={({ name }) => <RowButton aria-label={`Edit ${name}`}>Edit</RowButton>}
      />
    ),
  },
};
