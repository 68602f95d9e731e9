import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../../test/support/render';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { saveFile } from '../../../../../kit/save-file';
import { CleanupSection } from './cleanup-section';

jest.mock('../../../../../kit/save-file');

const REPOSITORY = {
  ...{ id: 1, name: 'acme/shop', revision: 'abc123', complete: true },
  scannedAt: '2026-01-31T18:00:00Z',
};

const certificateIn = (environment: string): string =>
  `${FEATURE_URL}/environments/${environment}/removal-certificate`;
const CHECK = {
  ...{ instanceId: 'a', issuedAt: '2026-01-31T18:00:00Z', project: 'default' },
  ...{ feature: 'checkout', environment: 'production', state: 'on', variant: null, days: 7 },
  ...{ since: '2026-01-01T18:00:00Z', sinceEvent: 7, yes: 1200, no: 0, lastSeenAt: null },
  ...{ countedFrom: '2026-01-01T18:00:00Z', repositories: [], refusals: [] },
  applications: [{ appName: 'shop', yes: 1200, no: 0, lastHour: '2026-01-31T18:00:00Z', sdks: [] }],
};
const message = 'It is on, but no strategy of it is for everybody (100 %).';
const CHECKS = {
  [`GET ${certificateIn('production')}`]: CHECK,
  [`GET ${certificateIn('development')}`]: {
    ...{ ...CHECK, environment: 'development', state: null },
    refusals: [{ reason: 'conditional', message }],
  },
};

test('a certificate is saved where nothing speaks against it', async () => {
  const content = { ...CHECK, version: 1, validUntil: '2026-02-07T18:00:00Z', refusals: undefined };
  const certificate = `a.b.${'c'.repeat(86)}`;
  renderWith(<CleanupSection feature={FEATURE} />, {
    ...CHECKS,
    [`GET ${FEATURE_URL}/code-references`]: { total: 0, repositories: [] },
    [`POST ${certificateIn('production')}`]: { certificate, content },
  });

  const production = within(await screen.findByRole('region', { name: 'production' }));
  expect(await production.findByText(/Everybody has got it as on since/)).toBeTruthy();
  expect(production.getByText(/1,200 evaluations since, by shop/)).toBeTruthy();
  await userEvent.click(production.getByRole('button', { name: 'Issue a certificate' }));
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(
      ...['checkout-production.jws', certificate, 'application/jose'],
    ),
  );
  const development = within(screen.getByRole('region', { name: 'development' }));
  expect(await development.findByText(message)).toBeTruthy();
  await userEvent.click(development.getByRole('button', { name: 'Issue a certificate' }));
  expect(await screen.findByText(/No certificate is issued while/)).toBeTruthy();
});

test('the lines that name a feature lead to the repository', async () => {
  const url = 'https://git.example.com/shop/src/cart.ts#L3';
  const references = [
    { file: 'src/cart.ts', line: 3, url },
    { file: 'src/old.ts', line: 7, url: null },
  ];
  renderWith(<CleanupSection feature={FEATURE} />, {
    ...CHECKS,
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
    ...CHECKS,
    [`GET ${FEATURE_URL}/code-references`]: { total: 0, repositories: [] },
  });

  expect(await screen.findByText(/flags code-refs --send --project default/)).toBeTruthy();
});
