import { Mark } from './mark.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'The mark of the product, beside its name.',
  states: {
    both: () => (
      <>
        <Mark /> <Mark size={32} />
      </>
    ),
  },
};
