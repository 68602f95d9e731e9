import { OffsetList } from './offset-list.js';
import type { Story } from '../story.js';

export const story: Story = {
  about: 'A list whose pages the service finds; the address names the page.',
  states: {
    many: () => (
      <OffsetList
        find={(page) => ({
          queryKey: ['story', 'offset-list', page] as const,
          queryFn: () => Promise.resolve({ total: 120 }),
        })}
        size={50}
        empty={null}
      >
        {({ total }) => <p>The first of {total}.</p>}
      </OffsetList>
    ),
  },
};
