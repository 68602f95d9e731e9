import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { TrafficPage } from './traffic-page';
import { periodsUntil } from './traffic-queries';

const today = new Date().toISOString().slice(0, 10);
const REQUESTS = 'GET /api/admin/metrics/traffic';
const CONNECTIONS = 'GET /api/admin/metrics/connection';
const types = (good: number, bad: number) => [
  { group: 'successful-requests', count: good },
  { group: 'failed-requests', count: bad },
];
const answers = (period: string) => ({
  [REQUESTS]: {
    apiData: [
      { apiPath: '/api/client', dataPoints: [{ period, trafficTypes: types(4000, 2) }] },
      { apiPath: '/api/admin', dataPoints: [{ period, trafficTypes: types(30, 1) }] },
    ],
  },
  [CONNECTIONS]: {
    apiData: [{ meteredGroup: 'backend', dataPoints: [{ period, connections: 17 }] }],
  },
});

test('shows requests by API and outcome, and connections, by day and by month', async () => {
  const { requests } = renderWith(<TrafficPage />, answers(today));

  const chart = await screen.findByRole('table', { name: 'Requests by day' });
  const last = within(chart).getAllByRole('row').at(-1)!;
  expect(last.textContent).toContain('4,002');
  expect(last.textContent).toContain('31');
  const connections = screen.getByRole('table', { name: 'Connections by day' });
  expect(within(connections).getAllByRole('row').at(-1)!.textContent).toContain('17');
  const apis = screen.getByRole('table', { name: 'Requests to each API in this period' });
  const ofSdks = within(apis).getByRole('row', { name: /Server SDKs/ });
  expect(ofSdks.textContent).toContain('4,000');

  await userEvent.selectOptions(screen.getByLabelText('Period'), 'monthly');
  await screen.findByRole('table', { name: 'Requests by month' });
  const asked = requests.filter(({ url }) => url.includes('grouping=monthly'));
  expect(asked).toHaveLength(2);
});

test('says that nothing was counted, and what went wrong', async () => {
  renderWith(<TrafficPage />, {
    [REQUESTS]: { apiData: [] },
    [CONNECTIONS]: { apiData: [] },
  });
  expect(await screen.findByText('Nothing was counted in this period yet.')).toBeTruthy();
});

test('the page of the traffic shows why it is refused', async () => {
  const refused = refusal(403, { name: 'PermissionError', message: 'No.' });
  renderWith(<TrafficPage />, { [REQUESTS]: refused, [CONNECTIONS]: refused });
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('months begin at the first of each, also at the end of a long month', () => {
  expect(periodsUntil(new Date('2026-03-31T12:00:00Z'), 'monthly').slice(-3)).toEqual([
    '2026-01',
    '2026-02',
    '2026-03',
  ]);
  expect(periodsUntil(new Date('2026-03-01T00:00:00Z'), 'daily').slice(-2)).toEqual([
    '2026-02-28',
    '2026-03-01',
  ]);
});
