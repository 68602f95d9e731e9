import type { Story } from './story.js';
import { Time } from './time.js';

const AT = '2026-03-01T09:30:15Z';

export const story: Story = {
  about: 'A moment in local time; the title has UTC.',
  states: {
    plain: () => <Time at={AT} />,
    exact: () => <Time at={AT} exact />,
    'how long ago': () => <Time at={AT} relative />,
    never: () => <Time at={null} />,
  },
};
