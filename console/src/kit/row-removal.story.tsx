import { RowRemoval } from './row-removal.js';
import type { Story } from './story.js';
import { useDialog } from './use-dialog.js';

function Row() {
  const [dialog, show] = useDialog();
  return (
    <>
      <RowRemoval
        show={show}
        title="Delete the tag type team"
        send={() => Promise.resolve()}
        outdates={[]}
      >
        Its tags are deleted, too.
      </RowRemoval>
      {dialog}
    </>
  );
}

export const story: Story = {
  about: 'Deletes what a row shows, after a dialog.',
  states: { button: Row },
};
