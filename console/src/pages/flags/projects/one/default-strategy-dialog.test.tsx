import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../test/support/render';
import { EditDefaultStrategy } from './default-strategy-dialog';

const PROJECT = '/api/admin/projects/shop';
const SAVE = `POST ${PROJECT}/environments/production/default-strategy`;
const strategy = {
  ...{ name: 'flexibleRollout', title: 'Careful' },
  parameters: { rollout: '10', stickiness: 'userId', groupId: '' },
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
  ...{ segments: [7], variants: [] },
};
const overviewWith = (defaultStrategy?: object) => ({
  defaultStickiness: 'sessionId',
  environments: [{ environment: 'production', ...(defaultStrategy && { defaultStrategy }) }],
});
const answers = {
  [`GET ${PROJECT}/guard`]: () =>
    new Response('{"guard":"none"}', { headers: { ETag: '"project:3"' } }),
  [`GET ${PROJECT}/overview`]: () => overviewWith(strategy),
  'GET /api/admin/context': [{ name: 'userId', stickiness: true, legalValues: [] }],
  'GET /api/admin/segments': { segments: [{ id: 7, name: 'Staff' }] },
  'POST /api/admin/constraints/validate': () => new Response(null, { status: 204 }),
};
const dialog = <EditDefaultStrategy project="shop" environment="production" onClose={() => {}} />;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('rollout, constraints, segments and variants are edited, with the version read', async () => {
  const { requests } = renderWith(dialog, { ...answers, [SAVE]: {} });

  expect(await screen.findByDisplayValue('Careful')).toBeTruthy();
  expect(screen.getByText('userId is one of 1')).toBeTruthy();
  expect(await screen.findByRole('checkbox', { name: 'Staff' })).toHaveProperty('checked', true);
  fireEvent.change(screen.getByRole('slider'), { target: { value: '25' } });
  await userEvent.click(screen.getByRole('button', { name: 'Add a variant' }));
  await save();

  expect(await screen.findByText('Default strategy: saved.')).toBeTruthy();
  const sent = requests.find(({ url }) => url.endsWith('/default-strategy'))!;
  expect(sent.headers.get('If-Match')).toBe('"project:3"');
  expect(await sent.json()).toEqual({
    ...{ name: 'flexibleRollout', title: 'Careful', segments: [7] },
    parameters: { rollout: '25', stickiness: 'userId' },
    constraints: strategy.constraints,
    variants: [{ name: 'variant-1', weight: 1000, weightType: 'variable', stickiness: 'default' }],
  });
});

test('without a default strategy it starts with everybody, and the stickiness of the project', async () => {
  const { requests } = renderWith(dialog, {
    ...answers,
    [`GET ${PROJECT}/overview`]: overviewWith(),
    [SAVE]: {},
  });

  await screen.findByRole('slider');
  await save();

  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
  const sent = requests.find(({ url }) => url.endsWith('/default-strategy'))!;
  expect(await sent.json()).toMatchObject({
    title: null,
    parameters: { rollout: '100', stickiness: 'sessionId' },
  });
});

test('after a conflict the version of the other person replaces what was edited', async () => {
  let title = 'Careful';
  renderWith(dialog, {
    ...answers,
    [`GET ${PROJECT}/overview`]: () => overviewWith({ ...strategy, title }),
    [SAVE]: () => refusal(412, { name: 'PreconditionFailedError', message: '' }),
  });

  await userEvent.type(await screen.findByDisplayValue('Careful'), ' and mine');
  title = 'Bold';
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Show the current version' }));

  expect(await screen.findByDisplayValue('Bold')).toBeTruthy();
});
