import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { SegmentsPage } from './segments-page';

const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }];
const beta = { id: 3, name: 'beta', description: null, constraints, usedInFeatures: 1 };
const answers = {
  'GET /api/admin/search/segments': { segments: [beta], total: 1 },
  'GET /api/admin/projects': { projects: [{ id: 'shop', name: 'Shop' }] },
  'GET /api/admin/context': [{ name: 'userId', stickiness: true, legalValues: [] }],
};

test('a segment is edited with its version, and keeps its constraints', async () => {
  const read = new Response(JSON.stringify(beta), { headers: { ETag: 'W/"4"' } });
  const { requests } = renderWith(<SegmentsPage />, {
    ...answers,
    'GET /api/admin/segments/3': () => read.clone(),
    'PUT /api/admin/segments/3': {},
  });

  expect(await screen.findByText('userId is one of 1, 2')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(await form.findByLabelText('Description'), 'Early users');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('beta: saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(sent?.headers.get('If-Match')).toBe('W/"4"');
  expect(await sent?.json()).toEqual({
    ...{ name: 'beta', description: 'Early users', project: null },
    constraints,
  });
});

test('an edited segment is proposed where its use requires approvals', async () => {
  const { requests } = renderWith(<SegmentsPage />, {
    ...answers,
    'GET /api/admin/segments/3': beta,
    'PUT /api/admin/segments/3': refusal(403, {
      ...{ name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'] },
      proposeIn: { project: 'shop', environment: 'production' },
    }),
    'POST /api/admin/projects/shop/environments/production/change-requests': { id: 4 },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(await form.findByRole('button', { name: 'Save' }));
  await userEvent.click(await form.findByRole('button', { name: 'Add to your change request' }));

  expect(await screen.findByText(/Added to your change request in production/)).toBeTruthy();
  const payload = { id: 3, name: 'beta', description: '', project: null, constraints };
  const sent = requests.find(({ url }) => url.endsWith('/change-requests'))!;
  expect(await sent.json()).toEqual([{ action: 'updateSegment', payload }]);
});

test('a segment cannot be sent while a constraint has no values', async () => {
  renderWith(<SegmentsPage />, answers);

  await userEvent.click(await screen.findByRole('button', { name: 'Create a segment' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(form.getByRole('button', { name: /^Add/ }));

  const create = form.getByRole<HTMLButtonElement>('button', { name: 'Create' });
  expect(create.disabled).toBe(true);
});
