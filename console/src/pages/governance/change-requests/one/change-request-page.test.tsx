import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../test/support/render';
import { FEATURE, FEATURE_URL } from '../../../flags/features/one/feature.fixture';
import type { Me } from '../../../../app/session/me';
import type { ChangeRequest } from '../change-request-queries';
import { ChangeRequestPage } from './change-request-page';

const REQUEST_URL = '/api/admin/projects/default/change-requests/4';
const ANNA = { id: 1, username: 'anna', imageUrl: '' };
const BEN = { id: 2, username: 'ben', imageUrl: '' };
const REQUEST: ChangeRequest = {
  ...{ id: 4, title: 'Change request #4', project: 'default', environment: 'production' },
  ...{ minApprovals: 1, segments: [], approvals: [], rejections: [], comments: [] },
  ...{ createdBy: ANNA, createdAt: '2026-01-02T03:04:05Z', stateTimestamps: {} },
  state: 'In review',
  features: [
    {
      name: 'checkout',
      changes: [
        {
          ...{ id: 9, action: 'updateEnabled', payload: { enabled: true } },
          ...{ createdBy: ANNA, createdAt: '2026-01-02T03:04:05Z' },
        },
      ],
    },
  ],
};
const me = ({ id, username }: typeof ANNA, ...permissions: string[]) =>
  ({
    permissions: ['APPROVE_CHANGE_REQUEST', ...permissions].map((permission) => ({
      permission,
      project: 'default',
    })),
    user: { id, username },
  }) as unknown as Me;

function show(request: ChangeRequest, as: typeof ANNA, ...permissions: string[]) {
  return renderWith(
    <ChangeRequestPage params={{ project: 'default', request: '4' }} />,
    {
      [`GET ${REQUEST_URL}`]: () => {
        const headers = { 'Content-Type': 'application/json', ETag: '"change-request:1"' };
        return new Response(JSON.stringify(request), { headers });
      },
      [`GET ${REQUEST_URL}/approvers`]: { reviewers: [] },
      [`GET ${FEATURE_URL}`]: FEATURE,
      [`PUT ${REQUEST_URL}/state`]: request,
      [`PUT ${REQUEST_URL}/changes/9`]: request,
    },
    me(as, ...permissions),
  );
}

test('changes are compared with the present', async () => {
  show(REQUEST, BEN);

  expect(await screen.findByText('Turn on')).toBeTruthy();
  expect(await screen.findByRole('row', { name: 'enabled false true' })).toBeTruthy();
  expect(screen.getByText('0 of 1 required approval')).toBeTruthy();
});

test('somebody else approves with a comment', async () => {
  const { requests } = show(REQUEST, BEN);

  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Comment' }), 'Fine.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));

  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  const sent = requests.find(({ method }) => method === 'PUT')!;
  expect(await sent.json()).toEqual({ state: 'Approved', comment: 'Fine.' });
  expect(sent.headers.get('If-Match')).toBe('"change-request:1"');
});

test('an approved one is scheduled', async () => {
  const { requests } = show({ ...REQUEST, state: 'Approved' }, BEN, 'APPLY_CHANGE_REQUEST');

  await userEvent.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = within(await screen.findByRole('dialog'));
  const at = dialog.getByLabelText(/^Time/);
  await userEvent.type(at, '2030-01-31T18:00');
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));

  expect(await screen.findByText('It is scheduled.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT')!;
  const scheduledAt = new Date('2030-01-31T18:00').toISOString();
  expect(await sent.json()).toEqual({ state: 'Scheduled', scheduledAt });
});

test('why a scheduled one was not applied is shown, and another time can be chosen', async () => {
  const schedule = {
    ...{ scheduledAt: '2026-01-03T00:00:00Z', status: 'suspended' as const },
    reason: 'It has 0 of 1 required approvals.',
  };
  show({ ...REQUEST, state: 'Scheduled', schedule }, BEN, 'APPLY_CHANGE_REQUEST');

  expect(await screen.findByText('It has 0 of 1 required approvals.')).toBeTruthy();
  expect(screen.getByText('Scheduled for')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose another time' })).toBeTruthy();
});

test('what cannot be done is disabled and says why', async () => {
  show(REQUEST, ANNA);

  const approve = await screen.findByRole('button', { name: 'Approve' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  expect(approve.title).toMatch('somebody else has to review it');
  expect(screen.getByRole('button', { name: 'Apply' }).title).toMatch('APPLY_CHANGE_REQUEST');
});

test('a conflict is shown, and the author can propose the change again', async () => {
  const [feature] = REQUEST.features;
  const conflict = 'The feature has been changed since.';
  const changes = feature!.changes.map((change) => ({ ...change, conflict }));
  const { requests } = show({ ...REQUEST, features: [{ ...feature!, changes }] }, ANNA);

  expect(await screen.findByText(conflict)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Propose it for the current state' }));

  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  const sent = requests.find(({ method }) => method === 'PUT')!;
  expect(await sent.json()).toEqual({
    ...{ action: 'updateEnabled', feature: 'checkout', payload: { enabled: true } },
  });
});

test('a change request that does not exist is told', async () => {
  renderWith(<ChangeRequestPage params={{ project: 'default', request: '4' }} />, {
    [`GET ${REQUEST_URL}`]: refusal(404, { name: 'NotFoundError' }),
  });

  expect(await screen.findByText('There is nothing here')).toBeTruthy();
});
