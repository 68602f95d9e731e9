import type { Feature } from '../../../flags/features/feature-queries';
import type { Change } from '../change-request-queries';
import { replacedStatesOf, statesOf } from './states-of-change';

const strategy = (id: string, title: string, rollout: string) => ({
  ...{ id, title, name: 'flexibleRollout', disabled: false, sortOrder: 0 },
  ...{ parameters: { rollout }, constraints: [], segments: [], variants: [] },
});
const environment = {
  ...{ name: 'production', enabled: false, variants: [] },
  strategies: [strategy('a', 'Team', '100'), strategy('b', 'All', '10')],
} as unknown as Feature['environments'][number];
const change = (action: string, payload?: unknown) => ({ action, payload }) as Change;

test('a changed strategy is compared in what the change sets', () => {
  const changed = change('updateStrategy', { id: 'b', parameters: { rollout: '50' } });
  expect(statesOf(changed, { environment })).toEqual({
    before: { parameters: { rollout: '10' } },
    after: { parameters: { rollout: '50' } },
  });
});

test('a new strategy has nothing before, a deleted one nothing after', () => {
  expect(statesOf(change('addStrategy', { name: 'default' }), { environment })).toEqual({
    after: { name: 'default' },
  });
  const { before, after } = statesOf(change('deleteStrategy', { id: 'a' }), { environment });
  expect(before).toMatchObject({ title: 'Team' });
  expect(after).toBeUndefined();
});

test('an order is told by the names of strategies', () => {
  const payload = [
    { id: 'b', sortOrder: 0 },
    { id: 'a', sortOrder: 1 },
  ];
  expect(statesOf(change('reorderStrategy', payload), { environment })).toEqual({
    before: { order: ['Team', 'All'] },
    after: { order: ['All', 'Team'] },
  });
});

test('without the present, only what was proposed is shown', () => {
  expect(statesOf(change('updateEnabled', { enabled: true }), {})).toEqual({
    after: { enabled: true },
  });
});

test('an applied change keeps what it has replaced', () => {
  const changed = change('updateStrategy', { id: 's1', title: 'New' });
  const event = {
    ...{ type: 'feature-strategy-update', data: { id: 's1', title: 'New' } },
    preData: { id: 's1', title: 'Old', sortOrder: 1 },
  };

  expect(replacedStatesOf(changed, [event])).toEqual({
    before: { title: 'Old' },
    after: { title: 'New' },
  });
  expect(replacedStatesOf(changed, [{ ...event, data: { id: 's2' } }])).toBeUndefined();
});
