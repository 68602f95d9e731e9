import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../../test/support/render';
import type { Me } from '../../../../../app/session/me';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { MoveButton } from './move-feature';

const projects = {
  projects: [
    { id: 'default', name: 'Default' },
    { id: 'shop', name: 'Shop' },
    { id: 'bank', name: 'Bank' },
  ],
};
const MOVE = `POST ${FEATURE_URL}/changeProject`;
const permission = (project: string) => ({ permission: 'MOVE_FEATURE_TOGGLE', project });
const me = { permissions: [permission('default'), permission('shop')] } as unknown as Me;
const button = <MoveButton feature={FEATURE} />;

test('a feature moves to a project in which the person may move features, too', async () => {
  const { requests } = renderWith(button, { 'GET /api/admin/projects': projects, [MOVE]: {} }, me);

  await userEvent.click(screen.getByRole('button', { name: 'Move to another project' }));
  const dialog = within(await screen.findByRole('dialog'));
  const select = await dialog.findByLabelText('New project');
  expect(dialog.queryByRole('option', { name: 'Default' })).toBeNull();
  expect(dialog.getByRole('option', { name: /Bank/ })).toHaveProperty('disabled', true);
  await userEvent.selectOptions(select, 'Shop');
  await userEvent.click(dialog.getByRole('button', { name: 'Move to another project' }));

  expect(await screen.findByText('checkout is now in shop.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({ newProjectId: 'shop' });
  expect(location.pathname).toBe('/projects/shop/features/checkout');
});

test('why it cannot move is shown, and the dialog stays', async () => {
  const message = 'It has dependencies. Remove them first.';
  renderWith(button, {
    'GET /api/admin/projects': projects,
    [MOVE]: () => refusal(400, { name: 'InvalidOperationError', message }),
  });

  await userEvent.click(screen.getByRole('button', { name: 'Move to another project' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(await dialog.findByLabelText('New project'), 'Shop');
  await userEvent.click(dialog.getByRole('button', { name: 'Move to another project' }));

  expect(await dialog.findByText(message)).toBeTruthy();
});

test('who may not move it learns why', async () => {
  renderWith(button, {}, { permissions: [] } as unknown as Me);

  await userEvent.click(screen.getByRole('button', { name: 'Move to another project' }));

  expect(screen.getByText(/MOVE_FEATURE_TOGGLE/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
