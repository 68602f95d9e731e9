import { EmptyState, FailureNotice, Loading } from './states.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'What a page shows in place of its contents.',
  states: {
    empty: () => (
      <EmptyState title="There are no segments yet">Create one for beta testers.</EmptyState>
    ),
    failed: () => <FailureNotice error={new Error('The network is gone.')} retry={() => {}} />,
    loading: () => <Loading />,
  },
};
