import type { Story } from './story.js';
import { UsageDialog } from './usage-dialog.js';

export const story: Story = {
  about: 'Which strategies use a thing.',
  isDialog: true,
  states: {
    none: () => (
      <UsageDialog
        name="beta"
        read={() => Promise.resolve({ strategies: [] })}
        onClose={() => {}}
      />
    ),
  },
};
