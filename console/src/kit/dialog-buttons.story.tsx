import { Button } from '@mantine/core';
import { DialogButtons } from './dialog-buttons.js';
import type { Story } from './story.js';

const nothing = (): void => {};

export const story: Story = {
  about: 'The end of a dialog: what leaves it, and what it does.',
  states: {
    open: () => (
      <DialogButtons isSent={false} onClose={nothing}>
        <Button>Turn off in production</Button>
      </DialogButtons>
    ),
    'sent and not confirmed': () => <DialogButtons isSent onClose={nothing} />,
  },
};
