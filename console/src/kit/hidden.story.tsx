import { Hidden } from './hidden.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'A text that screen readers read and nobody sees.',
  states: {
    'beside an icon': () => (
      <p>
        3<Hidden> new notifications</Hidden>
      </p>
    ),
  },
};
