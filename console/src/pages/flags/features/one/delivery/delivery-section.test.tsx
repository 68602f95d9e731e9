import { screen, within } from '@testing-library/react';
import { refusal, renderWith } from '../../../../../../test/support/render';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { DeliverySection } from './delivery-section';

const GET = (environment: string) => `GET ${FEATURE_URL}/environments/${environment}/delivery`;
const delivery = (environment: string) => ({
  ...{ feature: 'checkout', environment, changedAt: '2026-01-02T03:04:05Z', eventId: 7 },
  ...{ connected: 0, delivered: 0, applications: [], pending: [] },
});
const section = <DeliverySection feature={FEATURE} />;
const inside = async (name: string) => within(await screen.findByRole('region', { name }));

test('who has the change and who has not is shown by environment and application', async () => {
  renderWith(section, {
    [GET('development')]: delivery('development'),
    [GET('production')]: {
      ...delivery('production'),
      ...{ connected: 3, delivered: 2 },
      applications: [
        { appName: 'shop', connected: 2, delivered: 1 },
        { appName: 'mail', connected: 1, delivered: 1 },
      ],
      pending: [
        {
          ...{ appName: 'shop', instanceId: 'shop-7', sdkVersion: null, mode: 'polling' },
          lastFetchedAt: '2026-01-02T03:04:00Z',
        },
      ],
    },
  });

  const production = await inside('production');
  expect(await production.findByText('2 of 3 SDK instances have it.')).toBeTruthy();
  expect(production.getByRole('row', { name: /shop 1 of 2 not everywhere yet/ })).toBeTruthy();
  expect(production.getByRole('row', { name: /mail 1 of 1 has it/ })).toBeTruthy();
  expect(production.getByText(/shop · shop-7 polls/)).toBeTruthy();
  const development = await inside('development');
  expect(development.getByText(/No SDK instance is connected/)).toBeTruthy();
  const link = development.getByRole('link', { name: 'Connect an SDK' });
  expect(link.getAttribute('href')).toBe('/projects/default/api-tokens');
});

test('a failure in one environment leaves the others', async () => {
  const message = 'Too many requests.';
  renderWith(section, {
    [GET('development')]: { ...delivery('development'), connected: 1, delivered: 1 },
    [GET('production')]: refusal(429, { name: 'RateLimitError', message }),
  });

  expect(await (await inside('production')).findByText(message)).toBeTruthy();
  expect(
    await (await inside('development')).findByText('The connected SDK instance has it.'),
  ).toBeTruthy();
});
