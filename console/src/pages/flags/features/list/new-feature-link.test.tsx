import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../test/support/render';
import type { Me } from '../../../../app/session/me';
import { NewFeatureLink } from './new-feature-link';

const member = {
  permissions: [{ permission: 'CREATE_FEATURE', project: 'shop' }],
} as unknown as Me;
const viewer = { permissions: [] } as unknown as Me;

test.each([
  ['in a project where the person may create features', 'shop'],
  ['from the list of all projects, if there is such a project', undefined],
])('it leads to the form %s', (_, project) => {
  renderWith(<NewFeatureLink project={project} />, {}, member);

  expect(screen.getByRole('link', { name: 'New feature' })).toBeTruthy();
});

test.each([
  ['elsewhere', member, 'other'],
  ['to a viewer', viewer, undefined],
])('%s it names the missing permission', async (_, me, project) => {
  renderWith(<NewFeatureLink project={project} />, {}, me);

  await userEvent.click(screen.getByRole('button', { name: 'New feature' }));

  expect(await screen.findByText(/CREATE_FEATURE/)).toBeTruthy();
});
