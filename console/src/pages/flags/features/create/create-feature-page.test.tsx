import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../test/support/render';
import { CreateFeaturePage } from './create-feature-page';

const answers = {
  'GET /api/admin/projects': { projects: [{ id: 'default', name: 'Default' }] },
  'GET /api/admin/feature-types': { types: [{ id: 'release', name: 'Release', description: '' }] },
  'POST /api/admin/features/validate': { valid: true },
  'POST /api/admin/projects/default/features': { name: 'checkout' },
};

test('a name is checked while it is typed, and creating leads to the feature', async () => {
  const { requests } = renderWith(<CreateFeaturePage />, answers);

  await userEvent.type(await screen.findByLabelText(/Name/), 'checkout');
  expect(await screen.findByText('This name is free.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create feature' }));

  await waitFor(() => expect(location.pathname).toBe('/projects/default/features/checkout'));
  const sent = requests.find(({ url }) => url.endsWith('/default/features'))!;
  expect(await sent.json()).toMatchObject({ name: 'checkout', type: 'release' });
});

test('a name that is taken is told in the words of the service', async () => {
  const message = 'A feature with that name exists already.';
  renderWith(<CreateFeaturePage />, {
    ...answers,
    'POST /api/admin/features/validate': () => refusal(409, { name: 'NameExistsError', message }),
  });

  await userEvent.type(await screen.findByLabelText(/Name/), 'checkout');

  expect(await screen.findByText(message)).toBeTruthy();
});
