import { Button } from '@mantine/core';
import { Page } from './page.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'The title of a page with its actions, and what the page is for.',
  states: {
    whole: () => (
      <Page
        title="Segments"
        intro="Groups of users that strategies can select."
        actions={<Button>Create a segment</Button>}
      >
        <p>What the page shows.</p>
      </Page>
    ),
  },
};
