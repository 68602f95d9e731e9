import { PlainButton } from './plain-button.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'A button that looks like text.',
  states: { button: () => <PlainButton>Name</PlainButton> },
};
