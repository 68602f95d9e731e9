import type { Story } from './story.js';
import { TwoLines } from './two-lines.js';

export const story: Story = {
  about: 'A name, and what explains it.',
  states: { both: () => <TwoLines below="People who want new things first">Beta</TwoLines> },
};
