import { BarChart } from './bar-chart.js';
import type { Story } from '../story.js';

const HOURS = [8, 9, 10, 11, 12, 13].map((hour) => ({
  ...{ label: `${hour}:00`, tick: `${hour}:00`, values: [hour * 40, hour * 7] },
}));

export const story: Story = {
  about: 'Bars with axes, moments drawn in, and a table of the same numbers.',
  states: {
    'two series and a change': () => (
      <BarChart
        title="Evaluations"
        note="Per hour, in UTC."
        series={['on', 'off']}
        bars={HOURS}
        marks={[{ at: 0.4, key: 1, content: 'Turned on by Anna' }]}
        marksTitle="Changes"
      />
    ),
  },
};
