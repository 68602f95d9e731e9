import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../test/support/render';
import type { Me } from '../../../../app/session/me';
import { useDialog } from '../../../../kit/use-dialog';
import { ProjectContextFields } from './context-fields';

const PATH = '/api/admin/projects/shop/context';
const tariff = {
  ...{ name: 'tariff', description: null, stickiness: false, sortOrder: 4, usedInFeatures: 0 },
  ...{ legalValues: [], project: 'shop', createdAt: '2026-01-01T00:00:00Z' },
};

function Section() {
  const [dialog, show] = useDialog();
  return (
    <>
      <ProjectContextFields project="shop" show={show} />
      {dialog}
    </>
  );
}

test('a context field of the project is created, changed and deleted there', async () => {
  const { requests } = renderWith(<Section />, {
    [`GET ${PATH}`]: () => refusal(200, [tariff]),
    [`GET ${PATH}/tariff`]: tariff,
    [`POST ${PATH}`]: tariff,
    [`PUT ${PATH}/tariff`]: {},
    [`DELETE ${PATH}/tariff`]: {},
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Create a context field' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByLabelText(/^Name/), 'plan{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('tariff: saved.')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'More actions of tariff' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const removal = within(await screen.findByRole('dialog'));
  await userEvent.click(await removal.findByRole('button', { name: /^Delete/ }));

  expect(await screen.findByText('tariff is deleted.')).toBeTruthy();
  const sent = requests.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT', 'DELETE']);
});

test('nothing yet explains the next step, and who may not create one learns why', async () => {
  const me = { permissions: [] } as unknown as Me;
  renderWith(<Section />, { [`GET ${PATH}`]: () => refusal(200, []) }, me);

  expect(await screen.findByText('This project has no context fields of its own')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create a context field' }));
  expect(screen.getByText(/CREATE_PROJECT_CONTEXT/)).toBeTruthy();
});
