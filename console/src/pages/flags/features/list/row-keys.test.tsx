import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderWith } from '../../../../../test/support/render';
import { closeSwitchDialog, useSwitchTarget } from '../../switch/switch-dialog-store';
import type { FoundFeature } from '../feature-queries';
import { FeatureTable } from './feature-table';

const environmentOf = (name: string, enabled: boolean) => ({
  ...{ name, type: name, enabled, sortOrder: 1, hasStrategies: true, hasEnabledStrategies: true },
});
const features = ['basket', 'checkout', 'search'].map((name) => ({
  ...{ name, project: 'default', type: 'release', tags: [], favorite: false, stale: false },
  ...{ lifecycle: { stage: 'live' }, archivedAt: null, impressionData: false },
  environments: [environmentOf('development', false), environmentOf('production', true)],
})) as unknown as FoundFeature[];

/** The list, with what is selected and which switch is asked for. */
function List() {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const target = useSwitchTarget();
  return (
    <>
      <FeatureTable
        {...{ features, selected }}
        search={{}}
        columns={undefined}
        details={undefined}
        onSelect={select}
        onSort={() => {}}
      />
      <output>
        {[...selected].join()} {target && `${target.feature} ${target.environment}`}
      </output>
    </>
  );
}

afterEach(() => act(closeSwitchDialog));

test('j and k go through the list, x selects, and e asks to switch in production', async () => {
  renderWith(<List />);
  const user = userEvent.setup();
  const link = (name: string) => screen.getByRole('link', { name });
  act(() => link('basket').focus());
  await user.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(link('checkout')));
  await user.keyboard('jj');
  await waitFor(() => expect(document.activeElement).toBe(link('search')));
  await user.keyboard('k');
  await waitFor(() => expect(document.activeElement).toBe(link('checkout')));
  await user.keyboard('x');
  const box = screen.getByRole('checkbox', { name: 'Select checkout' });
  await waitFor(() => expect(box).toHaveProperty('checked', true));
  await user.keyboard('x');
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  await user.keyboard('e');
  expect(await screen.findByText('checkout production')).toBeTruthy();
});

test('letters with Ctrl, and outside of the list, do nothing', async () => {
  renderWith(<List />);
  const user = userEvent.setup();
  await user.keyboard('jxe');
  expect(document.activeElement).toBe(document.body);
  act(() => screen.getByRole('link', { name: 'basket' }).focus());
  await user.keyboard('{Control>}x{/Control}');
  expect(screen.getByRole('checkbox', { name: 'Select basket' })).toHaveProperty('checked', false);
});
