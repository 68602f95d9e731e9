import { AddressSearch } from './address-search.js';
import type { Story } from '../story.js';

export const story: Story = {
  about: 'A search whose letters the address keeps.',
  states: { empty: () => <AddressSearch label="Search users" /> },
};
