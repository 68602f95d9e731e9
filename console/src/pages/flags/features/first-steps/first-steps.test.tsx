import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../test/support/render';
import type { FoundFeature } from '../feature-queries';
import { FirstSteps } from './first-steps';
import { LaterFirstSteps } from './first-steps-host';

const TOKENS = 'GET /api/admin/search/api-tokens';
const admin = { type: 'admin', seenAt: '2026-11-01T08:00:00Z' };
const shop = {
  ...{ id: 'shop', type: 'client', seenAt: null, projects: ['*'], tokenName: 'shop' },
  createdAt: '2026-11-01T08:00:00Z',
};
const NEWEST = 'GET /api/admin/search/features';
const newest = { features: [{ name: 'checkout' }], total: 1 };
const featureIn = (enabled: boolean): FoundFeature =>
  ({
    name: 'checkout',
    project: 'default',
    environments: [{ name: 'development', enabled }],
  }) as FoundFeature;

const nextStep = async (): Promise<string> => {
  const items = await screen.findAllByRole('listitem');
  return items.find((item) => item.ariaCurrent === 'step')?.textContent ?? '';
};

beforeEach(() => localStorage.clear());

test('an empty instance leads to its first feature', async () => {
  renderWith(<FirstSteps features={[]} />, { [TOKENS]: { tokens: [admin] } });
  expect(await nextStep()).toContain('Create a feature');
  const link = screen.getByRole('link', { name: 'Create the first feature' });
  expect(link.getAttribute('href')).toBe('/features/new');
});

test('a feature that is off is to be turned on', async () => {
  renderWith(<FirstSteps features={[featureIn(false)]} />, { [TOKENS]: { tokens: [] } });
  expect(await nextStep()).toContain('Turn it on');
  const link = screen.getByRole('link', { name: 'Open checkout' });
  expect(link.getAttribute('href')).toBe('/projects/default/features/checkout');
});

test('a feature that is on needs a token, and the token an application', async () => {
  const tokens: object[] = [admin];
  const features = [featureIn(true)];
  const { queries } = renderWith(<FirstSteps features={features} />, {
    [TOKENS]: { tokens },
    [NEWEST]: newest,
  });
  expect(await nextStep()).toContain('Create a token');

  tokens.push(shop);
  await queries.invalidateQueries();
  await waitFor(async () => expect(await nextStep()).toContain('Connect your application'));
  const snippet = await screen.findByLabelText('Snippet for Node.js');
  await waitFor(() => expect(snippet.textContent).toContain("isEnabled('checkout'"));
  expect(snippet.textContent).toContain(`${location.origin}/api/`);
});

test('a token is created in place, with a snippet that has its secret', async () => {
  const secret = '*:development.some-secret';
  const created = { ...shop, secret };
  renderWith(<FirstSteps features={[featureIn(true)]} />, {
    [TOKENS]: { tokens: [] },
    [NEWEST]: newest,
    'GET /api/admin/environments': {
      environments: [{ name: 'development', type: 'development', enabled: true }],
    },
    'GET /api/admin/projects': { projects: [] },
    'POST /api/admin/api-tokens': created,
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Create a token' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Name/), 'shop');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const snippet = await screen.findByLabelText('Snippet for Node.js');
  await waitFor(() => expect(snippet.textContent).toContain("isEnabled('checkout'"));
  expect(snippet.textContent).toContain(secret);
});

test('the steps are gone once an application has used its token', async () => {
  const used = { ...shop, seenAt: '2026-11-01T08:00:00Z' };
  const { queries } = renderWith(<FirstSteps features={[featureIn(true)]} />, {
    [TOKENS]: { tokens: [used] },
  });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.queryByRole('list')).toBeNull();
});

test('whoever hides the steps does not see them again', async () => {
  const answers = { [TOKENS]: { tokens: [] } };
  const steps = <FirstSteps features={[]} otherwise={<p>Nothing yet</p>} />;
  const { unmount } = renderWith(steps, answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Hide these steps' }));
  expect(screen.queryByRole('list')).toBeNull();
  unmount();

  const { requests } = renderWith(steps, answers);
  expect(screen.getByText('Nothing yet')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  expect(requests).toEqual([]);
});

test('below features, the steps are loaded after the features can be used', async () => {
  const { requests } = renderWith(<LaterFirstSteps features={[featureIn(false)]} />, {
    [TOKENS]: { tokens: [] },
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(requests).toEqual([]);

  expect(await screen.findByRole('list', {}, { timeout: 20_000 })).toBeTruthy();
});
