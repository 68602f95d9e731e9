import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../test/support/render';
import type { Me } from '../session/me';
import { FeatureSwitch } from './feature-switch';

const PATH = '/api/admin/projects/default/features/checkout/environments/development';
const development = { name: 'development', type: 'development', enabled: false };
const component = <FeatureSwitch project="default" feature="checkout" environment={development} />;

test('a switch outside of production switches at once and offers to undo it', async () => {
  const delivery = {
    changedAt: new Date().toISOString(),
    eventId: 7,
    connected: 0,
    delivered: 0,
    pending: [],
  };
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
