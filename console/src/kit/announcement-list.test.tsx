import { act, screen } from '@testing-library/react';
import { renderWith } from '../../test/support/render';
import { announce } from './announcements';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const later = () => act(() => jest.advanceTimersByTimeAsync(9_000));

test('a message goes by itself, but neither while it has the focus nor when it is a failure', async () => {
  renderWith(<p />);
  act(() => {
    announce({ kind: 'done', text: 'It is off.', action: { label: 'Undo', run: () => {} } });
    announce({ kind: 'note', text: 'It goes.' });
    announce({ kind: 'failed', text: 'It did not work.' });
  });

  screen.getByRole('button', { name: 'Undo' }).focus();
  await later();
  expect(screen.queryByText('It goes.')).toBeNull();
  expect(screen.getByText('It is off.')).toBeTruthy();

  screen.getByRole('button', { name: 'Undo' }).blur();
  await later();
  expect(screen.queryByText('It is off.')).toBeNull();
  expect(screen.getByText('It did not work.')).toBeTruthy();
});
