import { FoundListingPage } from './found-listing-page.js';
import type { Story } from '../story.js';

export const story: Story = {
  about: 'A page of such a list, with dialogs.',
  states: {
    none: () => (
      <FoundListingPage
        texts={{
          title: 'Segments',
          intro: 'Groups of users that strategies can select.',
          create: 'Create a segment',
          emptyTitle: 'There are no segments yet',
          empty: 'Create one for beta testers.',
        }}
        find={(letters, page) => ({
          queryKey: ['story', 'segments', letters, page] as const,
          queryFn: () => Promise.resolve({ total: 0, segments: [] as { name: string }[] }),
        })}
        itemsOf={({ segments }) => segments}
        columns={[{ head: 'Name', cell: ({ name }) => name }]}
        keyOf={({ name }) => name}
        needs="CREATE_SEGMENT"
        creation={() => null}
        actions={() => null}
      />
    ),
  },
};
