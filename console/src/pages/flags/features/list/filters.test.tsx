import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../test/support/render';
import { FeaturesPage } from './features-page';

const answers = {
  'GET /api/admin/search/features': { features: [], total: 0 },
  'GET /api/admin/projects': { projects: [] },
  'GET /api/admin/feature-types': { types: [] },
  'GET /api/admin/tags': { tags: [] },
  'GET /api/admin/event-creators': [],
  'GET /api/admin/environments': {
    environments: [
      { name: 'development', type: 'development' },
      { name: 'live', type: 'production' },
    ],
  },
};

afterEach(() => window.history.replaceState(null, '', '/'));

test('the list finds what is on in production and was not used for 30 days', async () => {
  window.history.replaceState(null, '', '/features?unused=true');
  const { requests } = renderWith(<FeaturesPage />, answers);

  expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeTruthy();
  const on = await screen.findByLabelText<HTMLSelectElement>('On in', {}, { timeout: 20_000 });
  await screen.findByRole('option', { name: 'live' });
  expect([...on.options].map(({ value }) => value)).toEqual(['', 'live', 'development']);
  await userEvent.selectOptions(on, 'live');

  expect(await screen.findByRole('button', { name: 'Filters (2)' })).toBeTruthy();
  expect(window.location.search).toBe('?unused=true&on=live');
  const searches = requests
    .filter(({ url }) => url.includes('/search/features'))
    .map(({ url }) => new URL(url).searchParams);
  expect(searches.at(-1)?.getAll('status[]')).toEqual(['live:enabled']);
  expect(searches.at(-1)?.get('lastSeenAt')).toMatch(/^IS_BEFORE:\d{4}-\d\d-\d\d$/);
});
