import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../test/support/render';
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

beforeEach(() => onDone.mockClear());

test('features are turned off together where approvals are required, by a proposal', async () => {
  const { requests } = renderWith(dialog, answers);

  await userEvent.click(screen.getByRole('button', { name: 'Turn off 2 features in production' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add to your change request' }));

  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(await requests.at(-1)!.json()).toEqual([
    { action: 'updateEnabled', feature: 'checkout', payload: { enabled: false } },
    { action: 'updateEnabled', feature: 'search', payload: { enabled: false } },
  ]);
});

test('in an emergency they are turned off at once with a reason', async () => {
  const { requests } = renderWith(dialog, answers);
  const turnOff = screen.getByRole('button', { name: 'Turn off 2 features in production' });

  await userEvent.click(turnOff);
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'They are down.');
  await userEvent.click(turnOff);

  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const { searchParams } = new URL(requests.at(-1)!.url);
  expect(searchParams.get('reason')).toBe('They are down.');
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
  expect(await requests.at(-1)!.json()).toEqual({
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
  expect(await requests.at(-1)!.json()).toEqual({ features: ['checkout', 'search'] });
});
