import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { SaveAsTemplate } from './save-as-template';
import { TemplatesPage } from './templates-page';

const PATH = '/api/admin/templates';
const template = {
  ...{ id: 3, kind: 'feature', name: 'Guarded', description: null, features: 1 },
  ...{ createdBy: 'ada', createdAt: new Date().toISOString() },
  parameters: [{ name: 'team', description: 'Whose it is', preset: 'blue' }],
};
const answers = {
  [`GET ${PATH}`]: { templates: [template] },
  'GET /api/admin/projects': { projects: [{ id: 'shop', name: 'Shop' }] },
};

test('a template is made from the feature on whose page it is saved', async () => {
  const { requests } = renderWith(<SaveAsTemplate project="shop" feature="basket" />, {
    'GET /api/admin/projects': {
      projects: [
        { id: 'default', name: 'Default' },
        { id: 'shop', name: 'Shop' },
      ],
    },
    'POST /api/admin/templates': { id: 1 },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Save as a template' }));
  const form = within(await screen.findByRole('dialog'));
  await form.findByRole('option', { name: 'Shop' });
  await userEvent.type(form.getByLabelText(/^Name/), 'Basket');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toMatchObject({ from: { project: 'shop', feature: 'basket' } });
});

test('a feature is made from a template, with what is chosen', async () => {
  const { requests } = renderWith(<TemplatesPage />, {
    ...answers,
    [`POST ${PATH}/3/use`]: { project: 'shop', features: ['basket'] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Use the template Guarded' }));
  const form = within(await screen.findByRole('dialog'));
  await form.findByRole('option', { name: 'Shop' });
  await userEvent.type(form.getByLabelText(/^Name of the new feature/), 'basket');
  const team = form.getByLabelText(/^team/);
  await userEvent.clear(team);
  await userEvent.type(team, 'red');
  await userEvent.click(form.getByRole('button', { name: 'Use' }));

  expect(await screen.findByText('Made from the template Guarded.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({ project: 'shop', name: 'basket', values: { team: 'red' } });
});
