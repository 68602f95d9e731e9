import { screen } from '@testing-library/react';
import { refusal, renderWith } from '../../../../test/support/render';
import { FEATURE } from '../feature.fixture';
import { hoursOf } from './usage';
import { UsageSection } from './usage-section';

const URL = 'GET /api/admin/client-metrics/features/checkout/raw';
const used = {
  ...{ featureName: 'checkout', appName: 'web', environment: 'production' },
  ...{ timestamp: new Date().toISOString(), yes: 30, no: 10, variants: {} },
};

test('usage is shown as a chart and by application', async () => {
  renderWith(<UsageSection feature={FEATURE} />, { [URL]: { data: [used] } });

  expect(await screen.findByRole('img', { name: /30 on, 10 off/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /web production 75%/ })).toBeTruthy();
});

test('without usage the next step is told', async () => {
  renderWith(<UsageSection feature={FEATURE} />, { [URL]: { data: [] } });

  expect(await screen.findByText(/Nobody has used this feature/)).toBeTruthy();
});

test('usage that cannot be read says so', async () => {
  const message = 'Too many requests.';
  renderWith(<UsageSection feature={FEATURE} />, { [URL]: refusal(429, { message }) });

  expect(await screen.findByText(message)).toBeTruthy();
});

test('hours without usage are bars of no height', () => {
  const now = Date.parse('2026-01-02T03:30:00Z');
  const timestamp = '2026-01-02T02:00:00Z';
  const bars = hoursOf([{ ...used, timestamp }], 2, now);
  expect(bars.map(({ yes }) => yes)).toEqual([0, 30, 0]);
});
