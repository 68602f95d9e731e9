import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../test/support/render';
import { closeSwitchDialog, useSwitchTarget } from '../../pages/flags/switch/switch-dialog-store';
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
const PEOPLE = 'GET /api/admin/search/users';
const onClose = jest.fn();

/** The people whose names contain the letters that are searched for. */
const people = ({ url }: Request) => {
  const query = new URL(url).searchParams.get('query') ?? '';
  const users = 'Mira Novak'.toLowerCase().includes(query.toLowerCase())
    ? [{ id: 5, name: 'Mira Novak', username: 'mira', email: null }]
    : [];
  return { users, total: users.length };
};

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
    { [SEARCH]: search, [PEOPLE]: people },
  );

beforeEach(() => {
  onClose.mockClear();
  localStorage.clear();
});
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

const options = (): string[] =>
  screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');

test.each(['chekcout', 'checkotu', 'chckout', 'checkoutt', 'xheckout', 'paymnts'])(
  'the typing error in %s is forgiven',
  async (letters) => {
    open(({ url }) => {
      const query = new URL(url).searchParams.get('query') ?? '';
      const names = ['checkout', 'payments', 'search'].filter((name) => name.includes(query));
      return { features: names.map(found), total: names.length };
    });
    await userEvent.type(screen.getByRole('combobox'), letters);
    const name = letters.includes('p') ? 'payments' : 'checkout';
    await screen.findByRole('option', { name: new RegExp(`Turn off ${name} in production`) });
    expect(screen.queryByRole('option', { name: /search/ })).toBeNull();
  },
);

test('people are found by those who may see them, and pages and actions by their names', async () => {
  open(answer);
  const field = screen.getByRole('combobox');
  await userEvent.type(field, 'novak');
  await userEvent.click(await screen.findByRole('option', { name: /Open Mira Novak/ }));
  expect(location.pathname).toBe('/users/5');
  await userEvent.clear(field);
  await userEvent.type(field, 'segmnet');
  await waitFor(() => expect(options()[0]).toBe('SegmentsPage'));
  expect(options()).toContain('Create a segmentAction');
});

test('whoever may not see people is not offered any', async () => {
  const { requests } = renderWith(
    <Palette letters="" onClose={onClose} />,
    { [SEARCH]: answer },
    { permissions: [] },
  );
  await userEvent.type(screen.getByRole('combobox'), 'checkout');
  await screen.findByRole('option', { name: /Open checkout/ });
  expect(requests.filter(({ url }) => url.includes('/search/users'))).toEqual([]);
});

test('what was opened last comes first', async () => {
  const { unmount } = open(answer);
  await userEvent.type(screen.getByRole('combobox'), 'pay');
  await userEvent.click(await screen.findByRole('option', { name: /Open payments/ }));
  unmount();
  open(answer);
  expect(options()[0]).toBe('Open paymentsdefault');
  expect(options()[1]).toBe('HomePage');
});
