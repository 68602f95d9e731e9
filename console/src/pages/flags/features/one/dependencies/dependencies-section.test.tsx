import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../../test/support/render';
import type { Me } from '../../../../../app/session/me';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { DependenciesSection } from './dependencies-section';

const dependent = {
  ...FEATURE,
  dependencies: [{ feature: 'payment', enabled: true, variants: [] }],
};
const LAZY = { timeout: 20_000 };

test('a parent is added with the version that was read', async () => {
  const { requests } = renderWith(<DependenciesSection feature={FEATURE} />, {
    'GET /api/admin/search/features': {
      total: 3,
      features: [
        { name: 'checkout', dependencyType: null },
        { name: 'one-click', dependencyType: 'child' },
        { name: 'payment', dependencyType: 'parent' },
      ],
    },
    [`POST ${FEATURE_URL}/dependencies`]: {},
  });

  await userEvent.click(screen.getByRole('button', { name: 'Add a parent' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Parent' }, LAZY));
  await userEvent.click(await screen.findByRole('option', { name: 'payment' }));
  expect(screen.queryByRole('option', { name: 'checkout' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'one-click' })).toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a parent' }).at(-1)!);

  expect(await screen.findByText('It depends on payment now.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(post.headers.get('If-Match')).toBe('"feature:1"');
  expect(await post.json()).toEqual({ feature: 'payment', enabled: true, variants: [] });
});

test('a refusal to remove a parent is told', async () => {
  const message = 'Nothing can be changed at the moment.';
  renderWith(<DependenciesSection feature={dependent} />, {
    [`DELETE ${FEATURE_URL}/dependencies/payment`]: refusal(403, { name: 'X', message }),
  });

  expect(screen.getByText('while it is on')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Remove the dependency on payment/ }));

  expect(await screen.findByText(message)).toBeTruthy();
});

test('without the permission nothing can be added or removed', async () => {
  const me = { permissions: [] } as unknown as Me;
  renderWith(<DependenciesSection feature={dependent} />, {}, me);

  await userEvent.click(screen.getByRole('button', { name: 'Add a parent' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  expect(screen.getByText(/UPDATE_FEATURE_DEPENDENCY/)).toBeTruthy();
});
