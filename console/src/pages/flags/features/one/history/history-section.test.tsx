import { screen } from '@testing-library/react';
import { refusal, renderWith } from '../../../../../../test/support/render';
import { FEATURE } from '../feature.fixture';
import { HistorySection } from './history-section';

const event = {
  ...{ id: 7, type: 'feature-metadata-updated', label: 'Feature updated', summary: '' },
  ...{ createdAt: '2026-01-02T03:04:05Z', createdBy: 'anna', createdByUserId: 1, tags: [] },
  ...{ featureName: 'checkout', project: 'default', environment: null },
  preData: { description: 'Old' },
  data: { description: 'New' },
};
const answers = {
  'GET /api/admin/search/events': { total: 1, events: [event] },
};
const section = <HistorySection feature={FEATURE} />;

test('events are shown with who, what and the differences', async () => {
  renderWith(section, answers);

  expect(await screen.findByText('Feature updated')).toBeTruthy();
  expect(screen.getByText(/by anna/)).toBeTruthy();
  expect(screen.getByRole('row', { name: 'description Old New', hidden: true })).toBeTruthy();
});

test('a history that cannot be read says so', async () => {
  const message = 'Too many requests.';
  renderWith(section, {
    'GET /api/admin/search/events': refusal(429, { name: 'RateLimitError', message }),
  });

  expect(await screen.findByText(message)).toBeTruthy();
});
