import { SectionLinks } from './section-links.js';
import type { Story } from './story.js';

const LINKS = ['Environments', 'Compare', 'Variants', 'Usage', 'Schedules', 'History'].map(
  (label, index) => ({ label, to: `/story/${index}`, isCurrent: index === 0 }),
);

export const story: Story = {
  about: 'The parts of a page, and below them the parts of a part.',
  states: {
    parts: () => <SectionLinks label="Parts of the story" links={LINKS} />,
    below: () => <SectionLinks label="Smaller parts" isMinor links={LINKS.slice(3)} />,
  },
};
