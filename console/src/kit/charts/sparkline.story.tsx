import { Sparkline } from './sparkline.js';
import type { Story } from '../story.js';

export const story: Story = {
  about: 'A chart in a row.',
  states: {
    values: () => <Sparkline label="Evaluated 90 times" values={[0, 0, 5, 20, 30, 25, 10]} />,
    nothing: () => <Sparkline label="Never evaluated" values={[0, 0, 0, 0]} />,
  },
};
