import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { PlaygroundPage } from './playground-page';
import { questionOf } from './playground-question';
import { reasonsOf, type Result } from './reasons';

const constraint = {
  ...{ contextName: 'userId', operator: 'IN', values: ['1', '2'], inverted: false },
  ...{ caseInsensitive: false, result: true },
};
const strategy = {
  ...{ name: 'flexibleRollout', id: 's', disabled: false, links: { edit: '' } },
  ...{ segments: [], constraints: [constraint], parameters: { rollout: '50' } },
  result: { enabled: false, evaluationStatus: 'complete' },
};
const result = (userId: string, isEnabled: boolean) =>
  ({
    ...{ name: 'checkout', projectId: 'default', environment: 'production', isEnabled },
    ...{ isEnabledInCurrentEnvironment: true, hasUnsatisfiedDependency: false, variants: [] },
    variant: { name: 'disabled', enabled: false, feature_enabled: isEnabled },
    strategies: { result: isEnabled, data: [strategy] },
    context: { appName: 'playground', userId },
  }) as unknown as Result;

const OPTIONS = {
  'GET /api/admin/projects': { projects: [{ id: 'default', name: 'Default' }] },
  'GET /api/admin/environments': { environments: [{ name: 'production' }] },
  'GET /api/admin/context': [{ name: 'userId', legalValues: [] }],
};
const ASK = 'POST /api/admin/playground/advanced';
const ADDRESS = `/playground?environments=production&context=${encodeURIComponent('{"userId":"1,3"}')}`;

test('asks what the address says, and explains each context rule by rule', async () => {
  window.history.replaceState(null, '', ADDRESS);
  const { requests } = renderWith(<PlaygroundPage />, {
    ...OPTIONS,
    [ASK]: {
      input: { environments: ['production'], context: {} },
      features: [
        {
          ...{ name: 'checkout', projectId: 'default' },
          environments: { production: [result('1', true), result('3', false)] },
        },
      ],
      warnings: { invalidContextProperties: ['age'] },
    },
  });

  expect(await screen.findByText('on for 1 of 2')).toBeTruthy();
  expect(screen.getByText(/were ignored.*age/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Why: checkout' }));
  const why = screen.getByRole('region', { name: 'production' });
  expect(within(why).getAllByText(/userId is one of 1, 2/)).toHaveLength(2);
  expect(within(why).getByText('appName=playground userId=3')).toBeTruthy();
  expect(within(why).getByText(/one of 1, 2 – it is 3/)).toBeTruthy();
  const asked = requests.find(({ method }) => method === 'POST')!;
  expect(await asked.json()).toEqual({
    ...{ environments: ['production'], projects: '*' },
    context: { appName: 'playground', userId: '1,3' },
  });
});

test('a moment of the past is asked for, kept in the address, and named above the results', async () => {
  const at = '2026-01-02T03:04:05.678Z';
  window.history.replaceState(null, '', `${ADDRESS}&at=${at}&feature=check`);
  const { requests } = renderWith(<PlaygroundPage />, {
    ...OPTIONS,
    [ASK]: { input: { environments: ['production'], context: {} }, features: [] },
  });

  expect(await screen.findByText(/As it was at/)).toBeTruthy();
  expect(screen.getByLabelText('Features with')).toHaveProperty('value', 'check');
  const sent = () =>
    requests.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).search);
  expect(sent()).toEqual([`?asOf=${encodeURIComponent(at)}`]);

  const field = screen.getByLabelText('At');
  fireEvent.change(field, { target: { value: '2999-01-01T00:00:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Evaluate' }));
  expect(screen.getByText('Choose a moment of the past.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '' } });
  await userEvent.click(screen.getByRole('button', { name: 'Evaluate' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toBe('');
  expect(screen.queryByText(/As it was at/)).toBeNull();
});

test('asks nothing without an environment, and says what is missing', async () => {
  window.history.replaceState(null, '', '/playground');
  const { requests } = renderWith(<PlaygroundPage />, OPTIONS);
  await userEvent.click(screen.getByRole('button', { name: 'Evaluate' }));
  expect(await screen.findByText('Choose at least one environment.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a refusal is told in the words of the service', async () => {
  window.history.replaceState(null, '', ADDRESS);
  const message = 'Too many contexts.';
  renderWith(<PlaygroundPage />, { ...OPTIONS, [ASK]: refusal(400, { message }) });
  expect(await screen.findByText(message)).toBeTruthy();
});

test('reasons name the switch, parents, custom and disabled strategies, and the rollout', () => {
  const texts = (one: Result): string[] => reasonsOf(one).map(({ text }) => text);
  const base = result('1', false);
  expect(texts({ ...base, isEnabledInCurrentEnvironment: false })[0]).toContain('turned off');
  expect(texts({ ...base, hasUnsatisfiedDependency: true })[1]).toContain('parent');
  expect(reasonsOf(base)[1]!.parts!.at(-1)).toEqual({ text: '50% of users', isMet: false });
  const data = [{ ...strategy, disabled: true }] as unknown as Result['strategies']['data'];
  expect(texts({ ...base, strategies: { result: false, data } })[1]).toContain('is disabled');
});

test('an address that makes no sense asks nothing', () => {
  const search = new URLSearchParams({ context: '{"a":', environments: ',,' });
  expect(questionOf(search)).toEqual({
    environments: [],
    projects: [],
    context: [],
    at: undefined,
  });
});
