import { SearchField } from './search-field.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'Searches while letters are typed.',
  states: { empty: () => <SearchField label="Search by name" value="" onChange={() => {}} /> },
};
