import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../test/support/render';
import type { Me } from '../app/session/me';
import { RowActions } from './row-actions';
import { RowButton } from './row-button';
import { RowRemoval } from './row-removal';
import { useDialog } from './use-dialog';

interface RowProps {
  cloned: () => void;
  isWorking?: boolean;
  remove?: () => Promise<void>;
}

function Row({ cloned, isWorking, remove = () => Promise.resolve() }: RowProps) {
  const [dialog, show] = useDialog();
  return (
    <>
      <RowActions of="beta">
        <RowButton>Edit</RowButton>
        <RowButton needs="CREATE_SEGMENT" loading={isWorking} onClick={cloned}>
          Clone
        </RowButton>
        <RowRemoval show={show} title="Delete beta" outdates={[]} send={remove} />
      </RowActions>
      {dialog}
    </>
  );
}

const nothing = (): void => undefined;
const menu = () => screen.getByRole('button', { name: 'More actions of beta' });

test('two actions are buttons', () => {
  renderWith(
    <RowActions of="beta">
      <RowButton>Edit</RowButton>
      {false}
      <RowButton isDangerous>Delete</RowButton>
    </RowActions>,
  );

  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Edit',
    'Delete',
  ]);
});

test('of three, the first one is a button, and the keyboard goes through the others', async () => {
  const cloned = jest.fn();
  renderWith(<Row cloned={cloned} />);
  expect(screen.getAllByRole('button')).toHaveLength(2);

  menu().focus();
  await userEvent.keyboard('{Enter}');
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Clone', 'Delete']);
  await waitFor(() => expect(document.activeElement).toBe(entries[0]));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(entries[1]);
  await userEvent.keyboard('{ArrowUp}{Enter}');

  expect(cloned).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('what deletes is the last entry, below a line, and asks before', async () => {
  const remove = jest.fn(() => Promise.resolve());
  renderWith(<Row cloned={nothing} remove={remove} />);

  await userEvent.click(menu());
  const [, last] = await screen.findAllByRole('menuitem');
  expect(last!.previousElementSibling!.className).toContain('divider');
  expect(last!.className).toContain('dangerous');
  await userEvent.click(last!);
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete beta' }));

  expect(remove).toHaveBeenCalledTimes(1);
});

test('an entry without the permission is reached by the keyboard and names it', async () => {
  const cloned = jest.fn();
  renderWith(<Row cloned={cloned} />, {}, { permissions: [] } as unknown as Me);

  await userEvent.click(menu());
  const [clone] = await screen.findAllByRole('menuitem');
  expect(clone!.ariaDisabled).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(clone));
  await userEvent.keyboard('{Enter}');

  expect(screen.getByLabelText('Messages').textContent).toContain('CREATE_SEGMENT');
  expect(cloned).not.toHaveBeenCalled();
});

test('while an entry is sent, the menu says so', () => {
  renderWith(<Row cloned={nothing} isWorking />);

  expect(menu().hasAttribute('data-loading')).toBe(true);
});
