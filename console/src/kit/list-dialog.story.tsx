import { ListDialog } from './list-dialog.js';
import type { Story } from './story.js';

const nothing = (): void => {};
const dialog = (names: string[]) => () => (
  <ListDialog
    title="Members of Checkout team"
    thing={['story', 'members', names.length]}
    read={() => Promise.resolve(names)}
    columns={[{ head: 'Name', cell: (name) => name }]}
    keyOf={(name) => name}
    searched={(name) => name}
    empty="The group has no members."
    onClose={nothing}
  />
);

export const story: Story = {
  about: 'A list above the page, which is read when it opens.',
  isDialog: true,
  states: { some: dialog(['Anna Bauer', 'Ben Okoye']), none: dialog([]) },
};
