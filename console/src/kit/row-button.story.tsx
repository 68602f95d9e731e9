import { RowButton } from './row-button.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'An action of a row. What deletes is red.',
  states: {
    both: () => (
      <>
        <RowButton>Edit</RowButton> <RowButton isDangerous>Delete</RowButton>
      </>
    ),
  },
};
