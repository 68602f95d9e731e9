import { Answer } from './answer.js';
import type { Story } from './story.js';

const answer = (data: string | undefined, error: unknown) => (
  <Answer of={{ data, error, refetch: () => {} }}>{(name) => <p>{name}</p>}</Answer>
);

export const story: Story = {
  about: 'What was read, or that it is loading, or what went wrong.',
  states: {
    read: () => answer('beta', null),
    loading: () => answer(undefined, null),
    failed: () => answer(undefined, new Error('The network is gone.')),
  },
};
