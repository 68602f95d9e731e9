import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { FEATURE } from '../feature.fixture';
import { differencesOf } from './differences';
import { HistorySection } from './history-section';

const event = {
  ...{ id: 7, type: 'feature-metadata-updated', label: 'Feature updated', summary: '' },
  ...{ createdAt: '2026-01-02T03:04:05Z', createdBy: 'anna', createdByUserId: 1, tags: [] },
  ...{ featureName: 'checkout', project: 'default', environment: null },
  preData: { description: 'Old' },
  data: { description: 'New' },
};
const preview = {
  ...{ isPossible: true, reason: null, undone: [7], undoneBy: null, permissions: [] },
  events: [{ ...event, preData: event.data, data: event.preData, undoes: 7 }],
};
const answers = {
  'GET /api/admin/search/events': { total: 1, events: [event] },
  'GET /api/admin/events/7/undo': preview,
  'POST /api/admin/events/7/undo': { undone: [7], events: [] },
};
const section = <HistorySection feature={FEATURE} />;

test('events are shown with who, what and the differences', async () => {
  renderWith(section, answers);

  expect(await screen.findByText('Feature updated')).toBeTruthy();
  expect(screen.getByText(/by anna/)).toBeTruthy();
  expect(screen.getByRole('row', { name: 'description Old New', hidden: true })).toBeTruthy();
});

test('an event is undone after its preview', async () => {
  const { requests } = renderWith(section, answers);

  await userEvent.click(await screen.findByRole('button', { name: /Undo Feature updated/ }));
  expect(await screen.findByText('What undoing does')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));

  expect(await screen.findByText('Undone: Feature updated.')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(true);
});

test('what cannot be undone says why', async () => {
  const reason = 'The strategy no longer exists.';
  const { requests } = renderWith(section, {
    ...answers,
    'GET /api/admin/events/7/undo': { ...preview, isPossible: false, reason, events: [] },
  });

  await userEvent.click(await screen.findByRole('button', { name: /Undo Feature updated/ }));

  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('missing permissions are named', async () => {
  const permissions = [
    { anyOf: ['UPDATE_FEATURE'], project: 'default', environment: null, isGranted: false },
  ];
  renderWith(section, { ...answers, 'GET /api/admin/events/7/undo': { ...preview, permissions } });

  await userEvent.click(await screen.findByRole('button', { name: /Undo Feature updated/ }));

  expect(await screen.findByText(/UPDATE_FEATURE/)).toBeTruthy();
});

test('a history that cannot be read says so', async () => {
  const message = 'Too many requests.';
  renderWith(section, {
    'GET /api/admin/search/events': refusal(429, { name: 'RateLimitError', message }),
  });

  expect(await screen.findByText(message)).toBeTruthy();
});

test('differences are found by path, also when one side is missing', () => {
  expect(differencesOf({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 }, d: 'new' })).toEqual([
    { path: 'a.c', before: '2', after: '3' },
    { path: 'd', before: undefined, after: 'new' },
  ]);
  expect(differencesOf(null, { name: 'x' })).toEqual([
    { path: 'name', before: undefined, after: 'x' },
  ]);
});
