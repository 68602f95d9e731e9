import { screen } from '@testing-library/react';
import { refusal, renderWith } from '../../../../../../test/support/render';
import { FEATURE } from '../feature.fixture';
import { hoursOf } from './usage';
import { UsageSection } from './usage-section';

const USAGE = 'GET /api/admin/client-metrics/features/checkout/raw';
const used = {
  ...{ featureName: 'checkout', appName: 'web', environment: 'production' },
  ...{ timestamp: new Date().toISOString(), yes: 30, no: 10, variants: {} },
};

const EVENTS = 'GET /api/admin/search/events';
const changes = (...environments: string[]) => ({
  total: environments.length,
  events: environments.map((environment, id) => ({
    ...{ id, environment, type: 'feature-environment-enabled', label: 'Feature enabled' },
    ...{ summary: `*Ada* turned it on in ${environment}`, createdAt: new Date().toISOString() },
  })),
});

afterEach(() => window.history.replaceState(null, '', '/'));

test('usage is shown as a chart and by application, with the changes of that time', async () => {
  window.history.replaceState(null, '', '/?environment=production');
  const answers = { [USAGE]: { data: [used] }, [EVENTS]: changes('production', 'development') };
  const { requests } = renderWith(<UsageSection feature={FEATURE} />, answers);
  const list = await screen.findByRole('list', { name: /last changes/ });
  expect(list.textContent).toContain('Ada turned it on in production');
  expect(list.children).toHaveLength(1);
  const asked = new URL(requests.find(({ url }) => url.includes('/events'))!.url).searchParams;
  expect(asked.get('feature')).toBe('IS:checkout');
  expect(asked.get('from')).toMatch(/^IS:.*T\d\d:00:00\.000Z$/);

  expect(await screen.findByRole('img', { name: /30 on, 10 off/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /web production 75%/ })).toBeTruthy();
});

test('without usage the next step is told', async () => {
  renderWith(<UsageSection feature={FEATURE} />, { [USAGE]: { data: [] } });

  expect(await screen.findByText(/Nobody has used this feature/)).toBeTruthy();
});

test('usage that cannot be read says so', async () => {
  const message = 'Too many requests.';
  renderWith(<UsageSection feature={FEATURE} />, { [USAGE]: refusal(429, { message }) });

  expect(await screen.findByText(message)).toBeTruthy();
});

test('hours without usage are bars of no height', () => {
  const now = Date.parse('2026-01-02T03:30:00Z');
  const timestamp = '2026-01-02T02:00:00Z';
  const bars = hoursOf([{ ...used, timestamp }], 2, now);
  expect(bars.map(({ yes }) => yes)).toEqual([0, 30, 0]);
});
