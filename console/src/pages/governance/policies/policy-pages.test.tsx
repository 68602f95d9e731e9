import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { InstancePolicyPage } from './policy-pages';

const PATH = '/api/admin/policy';
const policy = { enforcement: 'warn', requiredTags: ['team'], requiredApprovals: 1 };
const answers = { [`GET ${PATH}`]: { policy, ofInstance: policy } };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a policy is changed as filled in', async () => {
  const { requests } = renderWith(<InstancePolicyPage />, {
    ...answers,
    [`PUT ${PATH}`]: { policy, ofInstance: policy },
  });
  const tags = await screen.findByLabelText('Required tags');
  await userEvent.type(tags, ', area:shop');
  await userEvent.selectOptions(screen.getByLabelText('What breaks a rule'), 'is refused');
  await press('Save');

  expect(await screen.findByText('The policy is saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({
    enforcement: 'refuse',
    requiredTags: ['team', 'area:shop'],
    requiredApprovals: 1,
  });
});

test('what exists is checked before anything is saved', async () => {
  const violation = {
    ...{ rule: 'requiredTags', project: 'shop', feature: 'basket', environment: null },
    ...{
      strategyId: null,
      message: 'The feature "basket" has no tag of the type "team": add one.',
    },
  };
  const { requests } = renderWith(<InstancePolicyPage />, {
    ...answers,
    [`POST ${PATH}/check`]: { features: 3, counts: { requiredTags: 1 }, violations: [violation] },
  });
  await screen.findByLabelText('Required tags');
  await press('Check what exists');

  expect(await screen.findByText('1 problem in 3 features.')).toBeTruthy();
  expect(screen.getByText(violation.message)).toBeTruthy();
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
});
