import { DayField } from './day-field.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'A day from today on.',
  states: {
    empty: () => <DayField name="first" label="Ends on" required />,
    chosen: () => (
      <DayField
        {...{ name: 'second', label: 'Expires on', at: '2030-01-31T12:00:00Z' }}
        description="At the end of the day."
      />
    ),
  },
};
