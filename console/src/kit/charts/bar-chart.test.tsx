import { screen, within } from '@testing-library/react';
import { renderWith } from '../../../test/support/render';
import { labelledOf, linesUpTo } from './axis';
import { BarChart } from './bar-chart';

test('axes have a few lines at round values, the last one not below the highest bar', () => {
  expect(linesUpTo(0)).toEqual([0, 1]);
  expect(linesUpTo(1)).toEqual([0, 1]);
  expect(linesUpTo(3)).toEqual([0, 1, 2, 3]);
  expect(linesUpTo(88)).toEqual([0, 50, 100]);
  expect(linesUpTo(1_959)).toEqual([0, 500, 1_000, 1_500, 2_000]);
  for (let highest = 1; highest < 5_000; highest += 7) {
    const lines = linesUpTo(highest);
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(lines.at(-2)).toBeLessThan(highest);
  }
});

test('labels are the same number of bars apart', () => {
  expect(labelledOf(25, 4)).toEqual([0, 7, 14, 21]);
  expect(labelledOf(3, 4)).toEqual([0, 1, 2]);
});

test('a chart has a table with its numbers, and a list of the moments that are drawn in', () => {
  const bars = ['Mon', 'Tue'].map((label, index) => ({ label, values: [1_200 * index, 60] }));
  renderWith(
    <BarChart
      title="Evaluations"
      series={['on', 'off']}
      bars={bars}
      marksTitle="Changes"
      marks={[
        { key: 7, at: 0.5, content: 'Ada turned it on' },
        { key: 8, at: 0.51, content: 'Ada turned it off' },
      ]}
    />,
  );
  expect(screen.getByRole('img', { name: 'Evaluations; the highest bar is 1,260' })).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Evaluations', hidden: true }));
  expect(table.getByRole('row', { name: 'Tue 1,200 60', hidden: true })).toBeTruthy();
  const changes = within(screen.getByRole('list', { name: 'Changes' }));
  expect(changes.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('1–2')).toBeTruthy();
});
