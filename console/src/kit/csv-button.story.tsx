import { CsvButton } from './csv-button.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'Saves a table as a CSV file, which is read when it is pressed.',
  states: {
    button: () => (
      <CsvButton name="names.csv" read={() => Promise.resolve('name\r\n')}>
        Download as CSV
      </CsvButton>
    ),
  },
};
