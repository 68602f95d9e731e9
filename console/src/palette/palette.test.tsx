import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../test/support/render';
import { closeSwitchDialog, useSwitchTarget } from '../switch/switch-dialog-store';
import { Palette } from './palette';

const SEARCH = 'GET /api/admin/search/features';
const found = (name: string) => ({
  ...{ name, project: 'default', type: 'release', tags: [], favorite: false, stale: false },
  environments: [{ name: 'production', type: 'production', enabled: true, sortOrder: 1 }],
});
/** The features whose names begin with the letters that are searched for. */
const answer = ({ url }: Request) => {
  const query = new URL(url).searchParams.get('query') ?? '';
  const features = ['checkout', 'payments'].filter((name) => name.startsWith(query)).map(found);
  return { features, total: features.length };
};
const onClose = jest.fn();

/** Names the feature whose dialog is open. */
function Target() {
  return <output>{useSwitchTarget()?.feature}</output>;
}

const open = (search: (request: Request) => object | Promise<object>) =>
  renderWith(
    <>
      <Palette letters="" onClose={onClose} />
      <Target />
    </>,
    { [SEARCH]: search },
  );

beforeEach(() => onClose.mockClear());
afterEach(() => act(closeSwitchDialog));

test('a few letters and Enter turn a feature off in production', async () => {
  open(answer);

  await userEvent.type(screen.getByRole('combobox'), 'chec');
  await screen.findByRole('option', { name: /Turn off checkout in production/ });
  await userEvent.keyboard('{Enter}');

  expect(screen.getByText('checkout', { selector: 'output' })).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Enter waits for the features of all letters', async () => {
  const waiting: (() => void)[] = [];
  open(async (request) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return answer(request);
  });
  await userEvent.type(screen.getByRole('combobox'), 'c');
  await waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]!();
  await screen.findByRole('option', { name: /Turn off checkout in production/ });

  await userEvent.clear(screen.getByRole('combobox'));
  await userEvent.type(screen.getByRole('combobox'), 'pay{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]!();

  expect(await screen.findByText('payments', { selector: 'output' })).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('more letters call Enter off', async () => {
  open(answer);

  await userEvent.type(screen.getByRole('combobox'), 'p{Enter}ay');
  await screen.findByRole('option', { name: /Turn off payments in production/ });

  expect(onClose).not.toHaveBeenCalled();
});
