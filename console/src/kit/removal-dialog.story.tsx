import { RemovalDialog } from './removal-dialog.js';
import type { Story } from './story.js';

const dialog = (typed?: string) => () => (
  <RemovalDialog
    title="Delete the segment beta"
    action="Delete the segment beta"
    typed={typed}
    send={() => Promise.resolve()}
    outdates={[]}
    onClose={() => {}}
  >
    Three features use it.
  </RemovalDialog>
);

export const story: Story = {
  about: 'Asks before something is deleted, and names it.',
  isDialog: true,
  states: { plain: dialog(), 'the name has to be typed': dialog('beta') },
};
