import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../test/support/render';
import { Pagination } from './pagination';

const onChange = jest.fn();
beforeEach(() => onChange.mockClear());

const open = (total: number, page: number) =>
  renderWith(<Pagination total={total} size={50} page={page} onChange={onChange} />);

test('it says which rows are shown, and leads to the others', async () => {
  open(120, 2);

  expect(screen.getByText('51–100 of 120')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onChange.mock.calls).toEqual([[3], [1]]);
});

test('a single page has no buttons', () => {
  open(50, 1);

  expect(screen.getByText('1–50 of 50')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a page that no longer exists leads to the last one', () => {
  open(100, 3);

  expect(onChange.mock.calls).toEqual([[2]]);
});
