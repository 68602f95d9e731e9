import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answeredNow, type Answers, refusal, renderWith } from '../../../../../test/support/render';
import type { FoundFeature } from '../feature-queries';
import { BulkBar } from './bulk-bar';
import { BulkDialog } from './bulk-dialog';

const OFF = '/api/admin/projects/shop/bulk_features/environments/production/off';
const REQUESTS = '/api/admin/projects/shop/environments/production/change-requests';
const features = ['checkout', 'search'].map((name) => ({
  name,
  project: 'shop',
})) as FoundFeature[];
const onDone = jest.fn();
const dialog = (
  <BulkDialog
    action={{ kind: 'off', environment: 'production' }}
    features={features}
    onClose={() => {}}
    onDone={onDone}
  />
);
const answers = {
  [`POST ${OFF}`]: ({ url }: Request) =>
    new URL(url).searchParams.has('force')
      ? refusal(200, {})
      : refusal(403, {
          ...{ name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'] },
          message: 'The environment requires approvals.',
        }),
  [`POST ${REQUESTS}`]: { id: 7 },
};

/** What was sent to change something. */
const changesOf = (requests: Request[]): Request[] =>
  requests.filter(({ method, url }) => method !== 'GET' && !url.includes('dryRun=true'));

beforeEach(() => onDone.mockClear());

test('features are turned off together where approvals are required, by a proposal', async () => {
  const { requests } = renderWith(dialog, answers);

  expect(await screen.findByText('requires approvals')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add to your change request' }));

  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(await requests.at(-1)!.json()).toEqual([
    { action: 'updateEnabled', feature: 'checkout', payload: { enabled: false } },
    { action: 'updateEnabled', feature: 'search', payload: { enabled: false } },
  ]);
});

test('in an emergency they are turned off at once with a reason', async () => {
  const { requests } = renderWith(dialog, answers);

  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'They are down.');
  await userEvent.click(screen.getByRole('button', { name: 'Turn off 2 features in production' }));

  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const { searchParams } = new URL(changesOf(requests).at(-1)!.url);
  expect(searchParams.get('reason')).toBe('They are down.');
});

const environments = [{ name: 'production', enabled: true, sortOrder: 1 }];
const several = [
  { name: 'checkout', project: 'shop', environments },
  { name: 'old', project: 'shop', environments: [{ ...environments[0], enabled: false }] },
  { name: 'maps', project: 'travel', environments },
  { name: 'pay', project: 'bank', environments },
] as FoundFeature[];

describe('turning off features of several projects', () => {
  const off = (project: string): string => `POST ${OFF.replace('shop', project)}`;
  const event = { id: 8, type: 'feature-environment-disabled', label: 'Feature disabled' };
  const found = {
    [off('shop')]: () => answeredNow({}),
    [off('travel')]: () => refusal(403, { name: 'PermissionError', permissions: ['SOME'] }),
    [off('bank')]: answers[`POST ${OFF}`]!,
    'GET /api/admin/search/events': () => ({
      events: [{ ...event, createdAt: new Date().toISOString() }],
    }),
  };
  const render = (given: Answers = found) =>
    renderWith(
      <BulkDialog
        action={{ kind: 'off', environment: 'production' }}
        features={several}
        onClose={() => {}}
        onDone={onDone}
      />,
      given,
    );
  const part = (project: string) => screen.getByText(project).closest('li')!;

  test('says before it is confirmed what becomes of each', async () => {
    const { requests } = render();

    expect(await within(part('shop')).findByText('will be turned off')).toBeTruthy();
    expect(within(part('shop')).getByText('(already off)')).toBeTruthy();
    const title = 'Turn off 3 features in production'; // not 4, of which one is off already
    expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    expect(within(part('travel')).getByText(/You need the permission SOME/)).toBeTruthy();
    expect(within(part('bank')).getByText('requires approvals')).toBeTruthy();
    expect(changesOf(requests)).toEqual([]);
  });

  test('says that a reason for a guard also turns off what requires approvals', async () => {
    const guarded = { guard: 'block', warnings: [{ message: '1 dependent feature is on.' }] };
    render({ ...found, [off('shop')]: () => answeredNow(guarded) });
    expect(await screen.findByText(/^The guard .* also turns off at once what req/)).toBeTruthy();
  });

  test('reports what was done in each, and undoes all of it with one click', async () => {
    const { requests } = render({
      ...found,
      'POST /api/admin/events/8/undo': { undone: [8], events: [] },
    });
    await within(part('shop')).findByText('will be turned off');

    await userEvent.click(screen.getByRole('button', { name: /^Turn off \d features/ }));

    expect(await within(part('shop')).findByText('turned off')).toBeTruthy();
    expect(within(part('travel')).getByText('refused: nothing was changed')).toBeTruthy();
    expect(within(part('bank')).getByText('requires approvals')).toBeTruthy();
    expect(onDone).not.toHaveBeenCalled();
    const search = new URL(requests.find(({ url }) => url.includes('search/events'))!.url);
    const from = Date.parse(search.searchParams.get('from')!.replace('IS:', ''));
    expect(Date.now() - from).toBeLessThan(10_000); // not the whole history of the features
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone in 1 project.')).toBeTruthy();
    expect(requests.filter(({ url }) => url.endsWith('/undo?scope=change'))).toHaveLength(1);
  });
});

test('a tag that some of them have is removed from all', async () => {
  const tagged = [
    { ...features[0]!, tags: [{ type: 'link', value: 'https://x.example' }] },
    { ...features[1]!, tags: [] },
  ] as FoundFeature[];
  const { requests } = renderWith(
    <BulkDialog
      action={{ kind: 'untag', type: '', value: '' }}
      features={tagged}
      onClose={() => {}}
      onDone={onDone}
    />,
    { 'PUT /api/admin/projects/shop/tags': {} },
  );

  await userEvent.click(screen.getByRole('button', { name: 'Remove a tag from 2 features' }));

  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(await changesOf(requests).at(-1)!.json()).toEqual({
    features: ['checkout', 'search'],
    tags: { addedTags: [], removedTags: [{ type: 'link', value: 'https://x.example' }] },
  });
});

test('archived features can only be revived, together', async () => {
  const archived = features.map((feature) => ({ ...feature, environments: [] }));
  const { requests } = renderWith(<BulkBar features={archived} areArchived onDone={onDone} />, {
    'POST /api/admin/projects/shop/revive': {},
  });

  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Revive' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revive 2 features' }));

  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const sent = await changesOf(requests).at(-1)!.json();
  expect(sent).toEqual({ features: ['checkout', 'search'] });
});
