import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answeredNow, refusal, renderWith } from '../../../../test/support/render';
import { featureQuery } from '../features/feature-queries';
import { FEATURE, FEATURE_URL } from '../features/one/feature.fixture';
import { UndoDialogHost } from '../../audit/events/undo-dialog-host';
import type { Me } from '../../../app/session/me';
import { FeatureSwitch } from './feature-switch';
import { SwitchDialogHost } from './switch-dialog-host';
import { closeSwitchDialog } from './switch-dialog-store';

const PATH = '/api/admin/projects/default/features/checkout/environments/development';
const development = { name: 'development', type: 'development', enabled: false };
/** Nobody is connected, so everybody has the change. */
const delivery = {
  ...{ changedAt: new Date().toISOString(), eventId: 7, complete: true },
  ...{ connected: 0, delivered: 0, pending: [] },
};
/** What a switch would affect. */
const IMPACT = {
  ...{ features: { count: 0, names: [] }, dependents: { count: 0, names: [] } },
  ...{ applications: { count: 0, names: [] }, connections: 3, lastChange: null },
  evaluations: { yes: 7, no: 0 },
  schedules: {
    count: 11,
    next: [
      {
        ...{ type: 'schedule', id: 5, action: 'on', at: '2030-01-31T18:00:00Z' },
        ...{ feature: 'checkout', environment: 'production' },
      },
    ],
  },
};
const component = <FeatureSwitch project="default" feature="checkout" environment={development} />;

afterEach(closeSwitchDialog);

test('a switch outside of production switches at once and offers to undo it', async () => {
  const { requests } = renderWith(component, { [`POST ${PATH}/on`]: { delivery } });

  await userEvent.click(screen.getByRole('switch', { name: 'checkout in development' }));

  expect(await screen.findByText('checkout is on in development.')).toBeTruthy();
  expect(requests.map(({ method }) => method)).toEqual(['POST']);
});

test('a refusal is told in the words of the service', async () => {
  const message = 'Nothing can be changed at the moment.';
  renderWith(component, {
    [`POST ${PATH}/on`]: refusal(503, { name: 'MaintenanceError', message }),
  });

  await userEvent.click(screen.getByRole('switch'));

  expect(await screen.findByText(new RegExp(message))).toBeTruthy();
});

test.each([
  {
    ableUsers: [
      { id: 2, name: 'Ada' },
      { id: 3, name: 'Bob' },
    ],
    asked: 'Ada, Bob',
  },
  { ableUsers: [], asked: 'only administrators' },
])(
  'without the permission one reads what it would affect, and that $asked may do it',
  async ({ ableUsers, asked }) => {
    const me = { permissions: [] } as unknown as Me;
    const { requests } = renderWith(
      <>
        {component}
        <SwitchDialogHost />
      </>,
      { [`GET ${PATH}/impact`]: { ableUsers, impact: IMPACT } },
      me,
    );

    await userEvent.click(screen.getByRole('switch'));

    const dialog = await screen.findByRole('dialog', { name: 'Turn on checkout in development' });
    expect(within(dialog).getByRole('alert').textContent).toContain('UPDATE_FEATURE_ENVIRONMENT');
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toContain(asked));
    expect(within(dialog).getByText('7 on, 0 off')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /Turn on/ })).toBeNull();
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  },
);

/** The switch in development, with the state that was read of the feature. */
function ReadSwitch() {
  const { data } = useQuery(featureQuery('default', 'checkout'));
  const read = data?.environments[0];
  return read && <FeatureSwitch project="default" feature="checkout" environment={read} />;
}

/** An answer that the test gives later. */
function later(answer: object | Response) {
  let give = (): void => undefined;
  const given = new Promise<object | Response>((resolve) => {
    give = () => resolve(answer);
  });
  return { give: () => give(), answer: () => given };
}

test('a switch shows its new state when the service has confirmed it, and not before', async () => {
  const { give, answer } = later({ delivery });
  let reads = 0;
  const isOn = () => ({
    ...FEATURE,
    environments: [{ ...FEATURE.environments[0], enabled: reads++ > 0 }],
  });
  renderWith(<ReadSwitch />, { [`GET ${FEATURE_URL}`]: isOn, [`POST ${PATH}/on`]: answer });
  const control = await screen.findByRole<HTMLInputElement>('switch');

  await userEvent.click(control);
  await waitFor(() => expect(control.getAttribute('aria-busy')).toBe('true'));
  expect(control.checked).toBe(false);

  give();
  await waitFor(() => expect(control.checked).toBe(true));
  expect(control.getAttribute('aria-busy')).toBeNull();
});

test('a switch that is not confirmed after three seconds says so, and later what came of it', async () => {
  const message = 'Nothing can be changed at the moment.';
  const { give, answer } = later(refusal(503, { name: 'MaintenanceError', message }));
  const { requests } = renderWith(component, { [`POST ${PATH}/on`]: answer });
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  await user.click(screen.getByRole('switch'));
  await act(() => jest.advanceTimersByTimeAsync(3_100));
  expect(screen.getByText(/checkout in development: not confirmed yet/)).toBeTruthy();
  await user.click(screen.getByRole('switch'));
  expect(requests).toHaveLength(1);

  jest.useRealTimers();
  give();
  expect(await screen.findByText(/was not switched. Nothing can be changed/)).toBeTruthy();
  expect(screen.queryByText(/not confirmed yet/)).toBeNull();
});

test('a dialog offers to close, not to cancel, what was sent; the result is told then', async () => {
  const production = { ...development, name: 'production', type: 'production' };
  const { give, answer } = later({ delivery });
  const URL_ON = `${PATH.replace('development', 'production')}/on`;
  renderWith(
    <>
      <FeatureSwitch project="default" feature="checkout" environment={production} />
      <SwitchDialogHost />
    </>,
    {
      [`POST ${URL_ON}`]: ({ url }) => (url.includes('dryRun') ? refusal(404, {}) : answer()),
    },
  );
  await userEvent.click(screen.getByRole('switch'));
  await screen.findByRole('button', { name: 'Cancel' });
  await userEvent.click(screen.getByRole('button', { name: 'Turn on in production' }));

  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  give();

  expect(await screen.findByText('checkout is on in production.')).toBeTruthy();
});

test('an undo that requires approvals is proposed, with its preview and environment', async () => {
  const undo = '/api/admin/events/7/undo';
  const place = { project: 'default', environment: 'development' };
  const { requests } = renderWith(
    <>
      {component}
      <UndoDialogHost />
    </>,
    {
      [`POST ${PATH}/on`]: () =>
        answeredNow({ delivery: { ...delivery, changedAt: new Date().toISOString() } }),
      [`POST ${undo}`]: () => needsApproval(),
      [`GET ${undo}`]: {
        ...{ isPossible: false, reason: 'It requires approvals.', undone: [7], undoneBy: null },
        ...{ permissions: [], proposeIn: place },
        events: [
          {
            ...{ ...place, type: 'feature-environment-disabled', featureName: 'checkout' },
            ...{ undoes: 7, preData: { enabled: true }, data: { enabled: false } },
          },
        ],
      },
      [`POST ${REQUESTS}`]: { id: 4 },
    },
  );

  await userEvent.click(screen.getByRole('switch'));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/development requires approvals/)).toBeTruthy();
  expect(screen.getByText(/checkout · development/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add to your change request' }));

  expect(await screen.findByText(/Added to your change request in development/)).toBeTruthy();
  const sent = requests.find(({ url }) => url.endsWith('/change-requests'))!;
  expect(await sent.json()).toEqual([
    { action: 'updateEnabled', feature: 'checkout', payload: { enabled: false } },
  ]);
});

const needsApproval = () =>
  refusal(403, {
    ...{ name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'] },
    message: 'The environment requires approvals.',
  });
const REQUESTS = '/api/admin/projects/default/environments/development/change-requests';

test('where approvals are required, turning on can be proposed', async () => {
  const { requests } = renderWith(
    <>
      {component}
      <SwitchDialogHost />
    </>,
    { [`POST ${PATH}/on`]: needsApproval, [`POST ${REQUESTS}`]: { id: 4 } },
  );

  await userEvent.click(screen.getByRole('switch'));
  await userEvent.click(await screen.findByRole('button', { name: 'Add to your change request' }));

  expect(await screen.findByText(/Added to your change request in development/)).toBeTruthy();
  expect(await requests.at(-1)!.json()).toEqual([
    { action: 'updateEnabled', feature: 'checkout', payload: { enabled: true } },
  ]);
  expect(screen.getByRole('button', { name: 'Show it' })).toBeTruthy();
});

test('the dialog closes after a proposal, also if its preview is read again meanwhile', async () => {
  let answer = (): void => undefined;
  const proposed = new Promise<object>((resolve) => {
    answer = () => resolve({ id: 4 });
  });
  const production = { ...development, name: 'production', type: 'production' };
  const URL = PATH.replace('development', 'production');
  let previews = 0;
  const { queries } = renderWith(
    <>
      <FeatureSwitch project="default" feature="checkout" environment={production} />
      <SwitchDialogHost />
    </>,
    {
      // The second preview does not arrive.
      [`POST ${URL}/on`]: () =>
        previews++ === 0 ? needsApproval() : new Promise<never>(() => undefined),
      [`POST ${REQUESTS.replace('development', 'production')}`]: () => proposed,
    },
  );
  await userEvent.click(screen.getByRole('switch'));
  await userEvent.click(await screen.findByRole('button', { name: 'Add to your change request' }));

  void queries.invalidateQueries({ queryKey: ['switch-preview'] });
  await waitFor(() => expect(previews).toBe(2));
  answer();

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('where approvals are required, turning off at once needs a reason', async () => {
  const { requests } = renderWith(
    <>
      <FeatureSwitch
        project="default"
        feature="checkout"
        environment={{ ...development, enabled: true }}
      />
      <SwitchDialogHost />
    </>,
    {
      [`POST ${PATH}/off`]: ({ url }) => {
        const { searchParams } = new URL(url);
        if (!searchParams.has('force')) return needsApproval();
        return searchParams.has('dryRun') ? { impact: IMPACT } : { delivery };
      },
    },
  );

  await userEvent.click(screen.getByRole('switch'));
  expect(await screen.findByText('7 on, 0 off')).toBeTruthy();
  expect(await screen.findByText('Turn on: checkout in production', { exact: false })).toBeTruthy();
  expect(screen.getByText('and 10 more')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'It is down.');
  await userEvent.click(screen.getByRole('button', { name: 'Turn off in development at once' }));

  await waitFor(() =>
    expect(new URL(requests.at(-1)!.url).searchParams.get('reason')).toBe('It is down.'),
  );
});
