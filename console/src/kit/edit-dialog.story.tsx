import { TextInput } from '@mantine/core';
import { EditDialog } from './edit-dialog.js';
import type { Story } from './story.js';

const nothing = (): void => {};

export const story: Story = {
  about: 'Edits what others edit, too: the newest version is read first.',
  isDialog: true,
  states: {
    read: () => (
      <EditDialog<{ name: string }>
        title="Edit beta"
        thing={['story']}
        read={() => Promise.resolve({ body: { name: 'beta' }, version: '"1"' })}
        send={() => Promise.resolve()}
        outdates={[]}
        onClose={nothing}
      >
        {({ name }) => <TextInput label="Name" name="name" defaultValue={name} />}
      </EditDialog>
    ),
  },
};
