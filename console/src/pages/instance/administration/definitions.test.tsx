import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { EnvironmentsPage } from '../../flags/environments/environments-page';
import { SegmentsPage } from '../../flags/segments/segments-page';
import type { Me } from '../../../app/session/me';
import { StrategiesPage } from '../../flags/strategy-definitions/strategies-page';
import { TagTypesPage } from '../../flags/tag-types/tag-types-page';
import { ContextFieldsPage } from '../../flags/context-fields/context-fields-page';

const plan = {
  ...{ name: 'plan', description: null, stickiness: true, sortOrder: 4, usedInFeatures: 2 },
  legalValues: [{ value: 'gold' }, { value: 'silver', description: 'Paid' }],
};

test('a context field keeps its order and gets its legal values', async () => {
  const { requests } = renderWith(<ContextFieldsPage />, {
    'GET /api/admin/context': [plan],
    'GET /api/admin/context/plan': plan,
    'PUT /api/admin/context/plan': {},
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(await form.findByRole('button', { name: 'Remove value 1' }));
  await userEvent.click(form.getByRole('button', { name: 'Add a value' }));
  await userEvent.type(form.getByLabelText('Value 2'), 'free');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('plan: saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({
    ...{ description: '', stickiness: true, sortOrder: 4 },
    legalValues: [{ value: 'silver', description: 'Paid' }, { value: 'free' }],
  });
});

const environment = (name: string, isProtected = false) => ({
  ...{ name, type: 'production', enabled: true, protected: isProtected, sortOrder: 1 },
  ...{ projectCount: 1, apiTokenCount: 2, enabledToggleCount: 3 },
});

test('an environment is moved by sending the whole order; protected ones stay', async () => {
  const environments = [environment('default', true), environment('test')];
  const { requests } = renderWith(<EnvironmentsPage />, {
    'GET /api/admin/environments': { environments },
    'PUT /api/admin/environments/sort-order': {},
  });

  await userEvent.click(await screen.findByRole('button', { name: 'More actions of test' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move up: test' }));

  expect(await screen.findByText('test is moved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({ test: 1, default: 2 });
  expect(screen.queryByRole('button', { name: 'More actions of default' })).toBeNull();
});

test('a segment shows what uses it, and who may not delete it learns why', async () => {
  const me = { permissions: [] } as unknown as Me;
  const segment = { id: 3, name: 'beta', description: null, constraints: [], usedInFeatures: 1 };
  const use = {
    ...{ id: 'a', projectId: 'shop', featureName: 'cart' },
    ...{ strategyName: 'flexibleRollout', environment: 'production' },
  };
  const answers = {
    'GET /api/admin/search/segments': { segments: [segment], total: 1 },
    'GET /api/admin/segments/3/strategies': { strategies: [use], changeRequestStrategies: [] },
  };
  renderWith(<SegmentsPage />, answers, me);

  await userEvent.click(await screen.findByRole('button', { name: 'More actions of beta' }));
  const remove = await screen.findByRole('menuitem', { name: 'Delete' });
  expect(remove.title).toContain('DELETE_SEGMENT');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Usage' }));
  const link = await screen.findByRole('link', { name: 'cart' });
  expect(link.getAttribute('href')).toBe('/projects/shop/features/cart');
});

test('built-in strategies can be deprecated, not edited', async () => {
  const strategy = {
    ...{ name: 'default', title: null, displayName: 'Standard', description: 'On for all' },
    ...{ editable: false, deprecated: false, parameters: [] },
  };
  renderWith(<StrategiesPage />, {
    'GET /api/admin/strategies': { strategies: [strategy] },
    'POST /api/admin/strategies/default/deprecate': {},
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Deprecate' }));

  expect(await screen.findByText(/^default is deprecated/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('the version of a tag type that was seen is deleted when its name is typed', async () => {
  const team = { name: 'team', description: null, icon: null };
  const { requests } = renderWith(<TagTypesPage />, {
    'GET /api/admin/tag-types': { tagTypes: [team] },
    'GET /api/admin/tag-types/team': () =>
      new Response(JSON.stringify({ tagType: team }), {
        headers: { 'Content-Type': 'application/json', ETag: '"tag-type:1"' },
      }),
    'DELETE /api/admin/tag-types/team': {},
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const confirm = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Delete the tag type team',
  });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Type team to confirm'), 'team');
  await userEvent.click(confirm);

  expect(await screen.findByText('team is deleted.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'DELETE');
  expect(sent?.headers.get('If-Match')).toBe('"tag-type:1"');
});
