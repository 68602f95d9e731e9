import { MultiChoice } from './multi-choice.js';
import type { Story } from './story.js';

const PROJECTS = ['checkout', 'mobile', 'search'];

export const story: Story = {
  about: 'Several of a few things.',
  states: {
    none: () => <MultiChoice label="Projects" data={PROJECTS} placeholder="All" />,
    two: () => (
      <MultiChoice label="Projects" data={PROJECTS} defaultValue={['checkout', 'mobile']} />
    ),
  },
};
