import { RowActions } from './row-actions.js';
import { RowButton } from './row-button.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'The first action of a row, and a menu of the others; the one that deletes is last.',
  states: {
    three: () => (
      <RowActions of="anna">
        <RowButton>Edit</RowButton>
        <RowButton>Sessions</RowButton>
        <RowButton isDangerous>Delete</RowButton>
      </RowActions>
    ),
  },
};
