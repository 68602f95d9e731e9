import type { Story } from './story.js';
import { announce } from './announcements.js';
import { Button } from '@mantine/core';
import { AnnouncementList } from './announcement-list.js';

export const story: Story = {
  about: 'What was done, or has failed, in the corner of the page, with one action.',
  states: {
    'says what was done': () => (
      <>
        <Button
          onClick={() =>
            announce({
              ...{ kind: 'done', text: 'checkout is off in production.' },
              action: { label: 'Undo', run: () => {} },
            })
          }
        >
          Turn off
        </Button>
        <AnnouncementList />
      </>
    ),
  },
};
