import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../test/support/render';
import { featureQuery } from '../features/feature-queries';
import { FEATURE, FEATURE_URL } from '../features/one/feature.fixture';
import type { Me } from '../session/me';
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

  expect(await screen.findByText(message)).toBeTruthy();
});

test('without the permission nothing is sent, and the permission is named', async () => {
  const me = { permissions: [] } as unknown as Me;
  const { requests } = renderWith(component, {}, me);

  const control = screen.getByRole('switch');
  expect(control.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(control);

  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toContain('UPDATE_FEATURE_ENVIRONMENT'),
  );
  expect(requests).toEqual([]);
});

/** The switch in development, with the state that was read of the feature. */
function ReadSwitch() {
  const { data } = useQuery(featureQuery('default', 'checkout'));
  const read = data?.environments[0];
  return read && <FeatureSwitch project="default" feature="checkout" environment={read} />;
}

test('a switch shows its new state at once, and the old one with the reason if refused', async () => {
  const message = 'Nothing can be changed at the moment.';
  let refuse = (): void => undefined;
  const refused = new Promise<Response>((resolve) => {
    refuse = () => resolve(refusal(503, { name: 'MaintenanceError', message }));
  });
  renderWith(<ReadSwitch />, {
    [`GET ${FEATURE_URL}`]: FEATURE,
    [`POST ${PATH}/on`]: () => refused,
  });
  const control = await screen.findByRole<HTMLInputElement>('switch');

  await userEvent.click(control);
  await waitFor(() => expect(control.checked).toBe(true));

  refuse();
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(control.checked).toBe(false));
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
  const impact = {
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
        return searchParams.has('dryRun') ? { impact } : { delivery };
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
