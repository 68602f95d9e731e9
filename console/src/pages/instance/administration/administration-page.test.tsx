import { screen, within } from '@testing-library/react';
import { renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { AdministrationPage } from './administration-page';

const numbers = {
  ...{ users: 1_204, groups: 3, roles: 5, serviceAccounts: 0, environments: 4, segments: 9 },
  ...{ contextFields: 7, strategies: 5, apiTokens: { admin: 1, client: 20, frontend: 2 } },
};
const payload = btoa(JSON.stringify(numbers));
const answers = { 'GET /api/admin/instance-admin/statistics': { payload } };
const group = (name: string) => within(screen.getByRole('region', { name }));

test('pages are in groups, with how many things each lists', async () => {
  renderWith(<AdministrationPage />, answers);

  const people = group('People and access');
  expect(people.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/users');
  expect(await people.findByText('1,204')).toBeTruthy();
  const tokens = group('Applications and tools').getByRole('link', { name: 'API tokens' });
  expect(tokens.closest('li')?.textContent).toContain('23');
});

test('pages that the person may not see are left out', () => {
  renderWith(<AdministrationPage />, {}, { permissions: [] } as unknown as Me);

  const people = group('People and access');
  expect(people.getByRole('link', { name: 'Access requests' })).toBeTruthy();
  expect(people.queryByRole('link', { name: 'Users' })).toBeNull();
});
