import { TextInput } from '@mantine/core';
import { FormDialog } from './form-dialog.js';
import type { Story } from './story.js';

const nothing = (): void => {};

export const story: Story = {
  about: 'A form above the page. What went wrong is said above its buttons.',
  isDialog: true,
  states: {
    form: () => (
      <FormDialog
        title="Create a tag type"
        action="Create"
        send={() => Promise.reject(new Error('A refusal.'))}
        outdates={[]}
        onClose={nothing}
      >
        <TextInput label="Name" name="name" required data-autofocus />
      </FormDialog>
    ),
  },
};
