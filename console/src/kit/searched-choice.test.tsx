import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../test/support/render';
import { SearchedChoice } from './searched-choice';

const ANNA = { value: '1', label: 'Anna' };
const BEN = { value: '2', label: 'Ben' };

test('only what all letters have found can be chosen', async () => {
  const waiting: (() => void)[] = [];
  const find = (letters: string) => ({
    queryKey: ['people', letters],
    queryFn: async () => {
      if (letters) await new Promise<void>((resolve) => waiting.push(resolve));
      return letters ? [BEN] : [ANNA, BEN];
    },
  });
  const onChange = jest.fn();
  renderWith(<SearchedChoice label="People" find={find} onChange={onChange} />);
  const field = screen.getByRole('combobox', { name: 'People' });
  await userEvent.click(field);
  await screen.findByRole('option', { name: 'Anna', hidden: true });

  await userEvent.type(field, 'b{ArrowDown}{Enter}');
  expect(screen.getByText('Searching…')).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();

  await waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]!();
  await screen.findByRole('option', { name: 'Ben', hidden: true });
  await userEvent.type(field, '{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledWith(['2']);
});

test('Tab passes by without opening the list, which would cover what follows', async () => {
  const find = () => ({ queryKey: ['people'], queryFn: () => Promise.resolve([ANNA]) });
  renderWith(<SearchedChoice label="People" find={find} />);
  const field = screen.getByRole('combobox', { name: 'People' });

  await userEvent.tab();
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-expanded')).toBe('false');

  await userEvent.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-expanded')).toBe('true');
});
