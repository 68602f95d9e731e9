import { screen, within } from '@testing-library/react';
import { renderWith } from '../../../../../../test/support/render';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { CleanupSection } from './cleanup-section';

const REPOSITORY = {
  ...{ id: 1, name: 'acme/shop', revision: 'abc123', complete: true },
  scannedAt: '2026-01-31T18:00:00Z',
};

test('the lines that name a feature lead to the repository', async () => {
  const url = 'https://git.example.com/shop/src/cart.ts#L3';
  const references = [
    { file: 'src/cart.ts', line: 3, url },
    { file: 'src/old.ts', line: 7, url: null },
  ];
  renderWith(<CleanupSection feature={FEATURE} />, {
    [`GET ${FEATURE_URL}/code-references`]: {
      total: 3,
      repositories: [{ ...REPOSITORY, references, complete: false }],
    },
  });

  const shop = within(await screen.findByRole('region', { name: 'Lines in acme/shop' }));
  expect(shop.getByRole('link', { name: 'src/cart.ts:3' }).getAttribute('href')).toBe(url);
  expect(shop.getByText('src/old.ts:7')).toBeTruthy();
  expect(shop.getByText(/At abc123/)).toBeTruthy();
  expect(shop.getByText(/more references than/)).toBeTruthy();
  expect(screen.getByText('2 of 3 lines are listed.')).toBeTruthy();
});

test('without a scan it says how to make one', async () => {
  renderWith(<CleanupSection feature={FEATURE} />, {
    [`GET ${FEATURE_URL}/code-references`]: { total: 0, repositories: [] },
  });

  expect(await screen.findByText(/flags code-refs --send --project default/)).toBeTruthy();
});
