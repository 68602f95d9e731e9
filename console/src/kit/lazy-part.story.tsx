import { lazy } from 'react';
import { LazyPart } from './lazy-part.js';
import type { Story } from './story.js';

const Never = lazy(() => new Promise<never>(() => {}));

export const story: Story = {
  about: 'A dialog whose code is being loaded.',
  isDialog: true,
  states: {
    loading: () => (
      <LazyPart>
        <Never />
      </LazyPart>
    ),
  },
};
