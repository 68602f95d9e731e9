import { FoundListing } from './found-listing.js';
import type { Story } from '../story.js';

const USERS = [{ name: 'Anna Bauer' }, { name: 'Ben Okoye' }];

export const story: Story = {
  about: 'A list with a search, for thousands of things.',
  states: {
    some: () => (
      <FoundListing
        label="Users"
        find={(letters, page) => ({
          queryKey: ['story', 'users', letters, page] as const,
          queryFn: () => Promise.resolve({ total: USERS.length, users: USERS }),
        })}
        itemsOf={({ users }) => users}
        columns={[{ head: 'Name', cell: ({ name }) => name }]}
        keyOf={({ name }) => name}
        empty={null}
      />
    ),
  },
};
