import { Facts } from './facts.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'Names and values.',
  states: {
    some: () => (
      <Facts
        facts={[
          ['Address for the directory', 'https://flags.example.com/scim/v2'],
          ['Token generated', 'never'],
        ]}
      />
    ),
  },
};
