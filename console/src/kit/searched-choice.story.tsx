import { SearchedChoice } from './searched-choice.js';
import type { Story } from './story.js';

const FOUND = [
  { value: '1', label: 'Anna Bauer' },
  { value: '2', label: 'Ben Okoye' },
];

export const story: Story = {
  about: 'Some of many things, which the service finds by their letters.',
  states: {
    one: () => (
      <SearchedChoice
        label="Reviewers"
        chosen={FOUND.slice(0, 1)}
        find={(letters) => ({
          queryKey: ['story', 'people', letters],
          queryFn: () => Promise.resolve(FOUND),
        })}
      />
    ),
  },
};
