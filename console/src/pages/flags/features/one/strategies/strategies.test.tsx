import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../../test/support/render';
import type { Me } from '../../../../../app/session/me';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { StrategyEditor } from './strategy-editor';
import { StrategyList } from './strategy-list';
import type { Strategy } from '../../../strategies/strategy-words';

const URL_OF_LIST = `${FEATURE_URL}/environments/production/strategies`;
const place = { project: 'default', feature: 'checkout', environment: 'production' };
const strategy = (id: string, title: string): Strategy => ({
  ...{ id, title, name: 'flexibleRollout', disabled: false, sortOrder: 0, segments: [] },
  parameters: { rollout: '25', stickiness: 'userId', groupId: 'checkout' },
  constraints: [
    { contextName: 'userId', operator: 'IN', values: ['1', '2', '3', '4'] },
    { contextName: 'version', operator: 'SEMVER_GTE', value: '1.2.3', inverted: true },
  ],
  variants: [],
});
const environment = {
  ...FEATURE.environments[1]!,
  strategies: [strategy('a', 'Beta'), strategy('b', 'Everybody else')],
};
const list = <StrategyList feature={FEATURE} environment={environment} />;
const definitions = {
  version: 1,
  strategies: [{ name: 'flexibleRollout', displayName: 'Gradual rollout', parameters: [] }],
};
const context = [
  { name: 'userId', stickiness: true, legalValues: [] },
  { name: 'country', stickiness: false, legalValues: [{ value: 'DE' }, { value: 'FR' }] },
];
const overview = {
  defaultStickiness: 'default',
  environments: [{ environment: 'production' }],
};
const answers = {
  'GET /api/admin/projects/default/overview': overview as object,
  'GET /api/admin/strategies': definitions,
  'GET /api/admin/context': context,
  'GET /api/admin/segments': { segments: [{ id: 7, name: 'Staff' }] },
  'POST /api/admin/constraints/validate': () => new Response(null, { status: 204 }),
  [`POST ${URL_OF_LIST}`]: {},
};

test('strategies are told in words', async () => {
  renderWith(list);
  await screen.findByRole('button', { name: /Move Beta/ });

  const first = within(screen.getAllByRole('listitem')[0]!);
  expect(first.getByText('25% of users by userId')).toBeTruthy();
  expect(first.getByText('userId is one of 4 values')).toBeTruthy();
  expect(first.getByText('version is not at least version 1.2.3')).toBeTruthy();
});

test('arrow keys move a strategy, and the order is saved', async () => {
  const { requests } = renderWith(list, { [`POST ${URL_OF_LIST}/set-sort-order`]: {} });

  fireEvent.keyDown(await screen.findByRole('button', { name: /Move Beta, 1 of 2/ }), {
    key: 'ArrowDown',
  });

  expect(screen.getByText('Beta is now 2 of 2.')).toBeTruthy();
  await waitFor(() => expect(requests).toHaveLength(1), { timeout: 20_000 });
  expect(requests[0]!.headers.get('If-Match')).toBe('"feature:1"');
  expect(await requests[0]!.json()).toEqual([
    { id: 'b', sortOrder: 0 },
    { id: 'a', sortOrder: 1 },
  ]);
});

test('a new strategy is sent with its constraint, segment and variant', async () => {
  const { requests } = renderWith(<StrategyEditor place={place} onClose={() => {}} />, answers);

  await userEvent.click(await screen.findByRole('checkbox', { name: 'Staff' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a constraint' }));
  const add = screen.getByRole('button', { name: 'Add a strategy' });
  expect(screen.getByText('Enter at least one value.')).toBeTruthy();
  expect(add).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Values'), { target: { value: '1, 2\n3' } });
  await userEvent.click(screen.getByRole('button', { name: 'Add a variant' }));
  await userEvent.click(add);

  expect(await screen.findByText('Added Gradual rollout.')).toBeTruthy();
  const sent = requests.find(({ url }) => url.endsWith('/strategies') && url.includes('checkout'));
  expect(await sent!.json()).toMatchObject({
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'default', groupId: 'checkout' },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2', '3'] }],
    segments: [7],
    variants: [{ name: 'variant-1', weight: 1000, weightType: 'variable' }],
  });
});

test('a new strategy starts as the default strategy of the project', async () => {
  const defaultStrategy = {
    ...{ name: 'flexibleRollout', title: 'Careful', segments: [7], variants: [] },
    parameters: { rollout: '10', stickiness: 'userId' },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
  };
  const { requests } = renderWith(<StrategyEditor place={place} onClose={() => {}} />, {
    ...answers,
    'GET /api/admin/projects/default/overview': {
      ...overview,
      environments: [{ environment: 'production', defaultStrategy }],
    },
  });

  expect(await screen.findByText(/default strategy of the project in production/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a strategy' }));

  expect(await screen.findByText('Added Careful.')).toBeTruthy();
  const sent = requests.find(({ url }) => url.endsWith('/strategies') && url.includes('checkout'));
  expect(await sent!.json()).toEqual({
    ...defaultStrategy,
    disabled: false,
    parameters: { rollout: '10', stickiness: 'userId', groupId: 'checkout' },
  });
});

test('a refusal of the service is shown in the editor', async () => {
  const message = 'The segment is of another project.';
  renderWith(<StrategyEditor place={place} onClose={() => {}} />, {
    ...answers,
    [`POST ${URL_OF_LIST}`]: () => refusal(400, { name: 'BadDataError', message }),
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Add a strategy' }));

  expect(await screen.findByText(message)).toBeTruthy();
});

test('without permissions nothing is opened or sent', async () => {
  const me = { permissions: [] } as unknown as Me;
  const { requests } = renderWith(list, {}, me);

  await userEvent.click(screen.getByRole('button', { name: 'Add a strategy' }));
  fireEvent.keyDown(await screen.findByRole('button', { name: /Move Beta/ }), {
    key: 'ArrowDown',
  });

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText(/CREATE_FEATURE_STRATEGY/)).toBeTruthy();
  expect(requests).toEqual([]);
});
