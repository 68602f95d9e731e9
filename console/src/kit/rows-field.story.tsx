import { RowsField } from './rows-field.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'Rows of short texts, such as links with their titles.',
  states: {
    some: () => (
      <RowsField
        label="Link templates"
        description="New features get these links."
        columns={[
          { name: 'title', label: 'Title' },
          { name: 'url', label: 'Address', required: true },
        ]}
        rows={[{ title: 'Ticket', url: 'https://tickets.example/{{feature}}' }]}
        add="Add a template"
        remove={(row) => `Remove template ${row}`}
        most={5}
      />
    ),
  },
};
