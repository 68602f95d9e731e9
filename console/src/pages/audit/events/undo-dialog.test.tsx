import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { UndoDialog } from './undo-dialog';

const event = { id: 7, type: 'feature-environment-disabled', label: 'Feature disabled' };
const change = {
  ...{
    type: 'feature-environment-enabled',
    label: 'Feature turned on',
    featureName: 'checkout',
    undoes: 7,
  },
  ...{ project: 'default', environment: 'production' },
};
const preview = {
  ...{ isPossible: true, reason: null, undone: [7], undoneBy: null, permissions: [] },
  events: [{ ...change, preData: { enabled: false }, data: { enabled: true } }],
};
const UNDO = '/api/admin/events/7/undo';
const dialog = <UndoDialog event={event} onClose={() => {}} />;
const button = () => screen.getByRole('button', { name: 'Undo' });

test('an event is undone after its preview', async () => {
  const { requests } = renderWith(dialog, {
    [`GET ${UNDO}`]: preview,
    [`POST ${UNDO}`]: { undone: [7], events: [change] },
  });

  expect(await screen.findByText('What undoing does')).toBeTruthy();
  expect(screen.getByRole('row', { name: 'enabled false true' })).toBeTruthy();
  await userEvent.click(button());

  expect(await screen.findByText('Undone: Feature disabled.')).toBeTruthy();
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?scope=event']);
});

test('what was changed together is undone together, on request', async () => {
  const { requests } = renderWith(dialog, {
    [`GET ${UNDO}`]: ({ url }) => ({
      ...preview,
      events: url.endsWith('=change') ? [change, { ...change, undoes: 6 }] : [change],
    }),
    [`POST ${UNDO}`]: { undone: [7, 6], events: [] },
  });

  await userEvent.click(screen.getByRole('checkbox', { name: /changed together/ }));
  await waitFor(() => expect(screen.getAllByText(/^Feature turned on · checkout/)).toHaveLength(2));
  await userEvent.click(button());

  const sent = () => requests.filter(({ method }) => method === 'POST');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(new URL(sent()[0]!.url).search).toBe('?scope=change');
});

test('undoing is proposed where others have to approve it', async () => {
  const proposeIn = { project: 'default', environment: 'production' };
  const url = '/api/admin/projects/default/environments/production/change-requests';
  const { requests } = renderWith(dialog, {
    [`GET ${UNDO}`]: { ...preview, isPossible: false, reason: 'It requires approvals.', proposeIn },
    [`POST ${url}`]: { id: 4 },
  });

  expect(await screen.findByText('This requires approvals')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add to your change request' }));

  expect(await screen.findByText(/Added to your change request in production/)).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'POST')!;
  expect(await sent.json()).toEqual([
    { action: 'updateEnabled', feature: 'checkout', payload: { enabled: true } },
  ]);
});

describe('what was changed together, where others have to approve it,', () => {
  const proposeIn = { project: 'default', environment: 'production' };
  const url = '/api/admin/projects/default/environments/production/change-requests';
  const strategy = { id: 's1', name: 'default' };
  const removal = {
    ...{ type: 'feature-strategy-remove', featureName: 'search', undoes: 6 },
    ...{ project: 'default', environment: 'production', data: null, preData: strategy },
  };
  const whole = (other: object) => ({
    [`GET ${UNDO}`]: {
      ...preview,
      ...{ isPossible: false, reason: 'It requires approvals.', proposeIn, undone: [7, 6] },
      events: [...preview.events, { ...removal, ...other }],
    },
    [`POST ${url}`]: { id: 4 },
  });

  test('undoing several events is proposed as one change request', async () => {
    const { requests } = renderWith(dialog, whole({}));

    await userEvent.click(
      await screen.findByRole('button', { name: 'Add to your change request' }),
    );

    const sent = () => requests.find(({ method }) => method === 'POST');
    await waitFor(() => expect(sent()).toBeTruthy());
    expect(await sent()!.json()).toEqual([
      { action: 'updateEnabled', feature: 'checkout', payload: { enabled: true } },
      { action: 'deleteStrategy', feature: 'search', payload: { id: 's1' } },
    ]);
  });

  test.each([
    ['changed another environment', { environment: 'development' }],
    ['changed another project', { project: 'other' }],
    ['is more than the preview shows', { data: undefined, preData: undefined }],
    ['cannot be part of a change request', { type: 'feature-tagged' }],
  ])('is not proposed if a part of it %s', async (_, other) => {
    renderWith(dialog, whole(other));

    expect(await screen.findByText('It requires approvals.')).toBeTruthy();
    expect(button()).toHaveProperty('disabled', true);
  });
});

test.each([
  [{ undoneBy: null, reason: 'It has changed since.' }, 'It has changed since.'],
  [{ undoneBy: 9, reason: 'Undone.' }, 'It was undone already by event 9.'],
])('what cannot be undone says why, and cannot be confirmed', async (why, text) => {
  renderWith(dialog, { [`GET ${UNDO}`]: { ...preview, isPossible: false, events: [], ...why } });

  expect(await screen.findByText(text)).toBeTruthy();
  expect(button()).toHaveProperty('disabled', true);
});

test('a missing permission is named, also when the button is pressed', async () => {
  const needed = { anyOf: ['UPDATE_FEATURE'], project: 'default', environment: null };
  const me = { permissions: [] } as unknown as Me;
  const permissions = [{ ...needed, isGranted: false }];
  const { requests } = renderWith(
    dialog,
    { [`GET ${UNDO}`]: { ...preview, isPossible: false, events: [], permissions } },
    me,
  );

  const words = 'You need the permission UPDATE_FEATURE for this.';
  expect(await screen.findByText(words)).toBeTruthy();
  await userEvent.click(button());

  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('a refusal is shown in the dialog', async () => {
  const message = 'The feature is archived.';
  renderWith(dialog, {
    [`GET ${UNDO}`]: preview,
    [`POST ${UNDO}`]: refusal(409, { name: 'NotUndoableError', message }),
  });

  await screen.findByText('What undoing does');
  await userEvent.click(button());

  expect(await screen.findByText(message)).toBeTruthy();
});
