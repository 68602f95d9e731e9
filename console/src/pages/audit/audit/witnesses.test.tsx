import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { WitnessesPage } from './witnesses-page';

const PATH = '/api/admin/audit/witnesses';
const KEY = 'audit.example/w1+1f2e3d4c+BH4';
const up = {
  ...{ id: 1, name: 'audit.example/w1', verifierKey: KEY, createdAt: '2026-11-27T08:00:00.000Z' },
  ...{ size: 1204, cosignedAt: '2026-11-27T09:00:00.000Z', cosigned: 'note' },
  ...{ missing: 0, missingSince: null },
};
const late = { ...up, id: 2, name: 'late', missing: 3, missingSince: '2026-11-27T08:30:00.000Z' };

test('who has witnessed how many seals is shown, and who is late', async () => {
  renderWith(<WitnessesPage />, { [`GET ${PATH}`]: { witnesses: [up, late] } });

  const [, first, second] = await screen.findAllByRole('row');
  expect(first!.textContent).toMatch(/audit\.example\/w1.*1,204.*nothing/);
  expect(second!.textContent).toMatch(/late.*3 seals, since/);
});

test('a witness is registered by its verifier key', async () => {
  const { requests } = renderWith(<WitnessesPage />, {
    [`GET ${PATH}`]: { witnesses: [up] },
    [`POST ${PATH}`]: up,
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Register a witness' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByLabelText(/Verifier key/), KEY);
  await userEvent.click(form.getByRole('button', { name: 'Register a witness' }));
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({ verifierKey: KEY });
});
