import { DescriptionField, NameField } from './name-field.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'What a thing is called and what it is for, in the dialogs that create and edit it.',
  states: {
    empty: () => (
      <>
        <NameField maxLength={100} />
        <DescriptionField />
      </>
    ),
    edited: () => (
      <>
        <NameField maxLength={100} defaultValue="beta" description="Letters and digits." />
        <DescriptionField hasLines value="For users who have asked for it." />
      </>
    ),
  },
};
