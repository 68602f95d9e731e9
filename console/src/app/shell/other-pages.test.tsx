import { screen } from '@testing-library/react';
import { renderWith } from '../../../test/support/render';
import { matchOf } from '../router/route';
import { FIRST_ROUTES, loadOtherRoutes } from '../routes';
import { OtherPages } from './other-pages';

afterEach(() => window.history.replaceState(null, '', '/'));

test('an address that leads nowhere says so, with a way back', () => {
  window.history.replaceState(null, '', '/no/such/page');
  renderWith(<OtherPages />);

  expect(screen.getByRole('heading', { name: 'There is nothing here' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the features' }).getAttribute('href')).toBe(
    '/features',
  );
});

test('pages without a session are known at once: they have no header', async () => {
  const others = await loadOtherRoutes();

  expect(matchOf(FIRST_ROUTES, '/sign-in')?.route.isPublic).toBe(true);
  expect(others.filter(({ isPublic }) => isPublic)).toEqual([]);
  expect(matchOf(FIRST_ROUTES, '/projects/a/features/b')).toBeTruthy();
  expect(matchOf(others, '/projects')).toBeTruthy();
});
