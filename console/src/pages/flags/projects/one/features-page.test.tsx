import { screen } from '@testing-library/react';
import { renderWith } from '../../../../../test/support/render';
import { ProjectFeaturesPage } from './features-page';

test('the features of a project are searched in it, and no other project can be chosen', async () => {
  window.history.replaceState(null, '', '/projects/shop/features?state=stale');
  const { requests } = renderWith(<ProjectFeaturesPage params={{ project: 'shop' }} />, {
    'GET /api/admin/projects/shop/overview': { name: 'Shop', archivedAt: null },
    'GET /api/admin/search/features': { features: [], total: 0 },
  });

  expect(await screen.findByText('No feature matches')).toBeTruthy();
  const search = requests.find(({ url }) => url.includes('/search/features'))!;
  expect(new URL(search.url).searchParams.get('project')).toBe('IS:shop');
  expect(new URL(search.url).searchParams.get('state')).toBe('IS:stale');
  expect(await screen.findByLabelText('State', {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.queryByLabelText('Project')).toBeNull();
  expect(screen.getByRole('link', { name: 'New feature' }).getAttribute('href')).toBe(
    '/features/new?project=shop',
  );
});
