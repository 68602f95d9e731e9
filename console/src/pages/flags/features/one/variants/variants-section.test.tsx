import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../../test/support/render';
import type { Me } from '../../../../../app/session/me';
import { faultOfPayload, faultOfVariants, withWeights } from '../../../variants/variant';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { VariantsSection } from './variants-section';

const section = <VariantsSection feature={FEATURE} />;
const LAZY = { timeout: 20_000 };
const URL_OF_ALL = `${FEATURE_URL}/variants`;

async function openDialog(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Edit for all environments' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add a variant' }, LAZY));
}

test('a variant with a payload is saved for all environments', async () => {
  const { requests } = renderWith(section, {
    'GET /api/admin/context': [],
    [`PUT ${URL_OF_ALL}`]: { version: 1, variants: [] },
  });

  await openDialog();
  fireEvent.change(screen.getByLabelText('Payload'), { target: { value: 'json' } });
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: '{"a":' } });
  expect(screen.getByText(/This is not JSON/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: '{"a":1}' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved the variants.')).toBeTruthy();
  const put = requests.find(({ method }) => method === 'PUT')!;
  expect(put.headers.get('If-Match')).toBe('"feature:1"');
  expect(await put.json()).toMatchObject([
    { name: 'variant-1', weight: 1000, payload: { type: 'json', value: '{"a":1}' } },
  ]);
});

test('a refusal is shown in the dialog', async () => {
  const message = 'The names of variants must be unique.';
  renderWith(section, {
    'GET /api/admin/context': [],
    [`PUT ${URL_OF_ALL}`]: refusal(400, { name: 'BadDataError', message }),
  });

  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText(message)).toBeTruthy();
});

test('after a change by somebody else, the newest variants are shown', async () => {
  const current = { ...FEATURE, environments: structuredClone(FEATURE.environments) };
  current.environments[0]!.variants = [
    { name: 'of-somebody-else', weight: 1000, weightType: 'variable', stickiness: 'default' },
  ];
  renderWith(section, {
    'GET /api/admin/context': [],
    [`GET ${FEATURE_URL}`]: new Response(JSON.stringify(current), {
      headers: { ETag: '"feature:2"', 'Content-Type': 'application/json' },
    }),
    [`PUT ${URL_OF_ALL}`]: refusal(412, { name: 'PreconditionFailedError', message: 'Changed.' }),
  });

  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show the current version' }));

  expect(await screen.findByDisplayValue('of-somebody-else')).toBeTruthy();
  expect(screen.queryByDisplayValue('variant-1')).toBeNull();
});

test('variants are saved, or proposed where others have to approve them', async () => {
  const proposals = '/api/admin/projects/default/environments/production/change-requests';
  const saved = `${FEATURE_URL}/variants-batch`;
  const { requests } = renderWith(section, {
    'GET /api/admin/context': [],
    'GET /api/admin/projects/default/change-requests/config': [
      { environment: 'production', changeRequestEnabled: true },
    ],
    [`PUT ${URL_OF_ALL}`]: refusal(403, {
      ...{ name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'] },
      proposeIn: { project: 'default', environment: 'production' },
    }),
    [`PUT ${saved}`]: { version: 1, variants: [] },
    [`POST ${proposals}`]: { id: 4 },
  });

  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add to your change request' }));

  expect(await screen.findByText(/Added to your change request in production/)).toBeTruthy();
  const sent = requests.filter(({ method }) => method !== 'GET').map(({ url }) => url);
  expect(sent.map((url) => new URL(url).pathname)).toEqual([URL_OF_ALL, saved, proposals]);
  const direct = requests.find(({ url }) => url.endsWith('-batch'))!;
  expect(direct.headers.get('If-Match')).toBe('"feature:1"');
  expect(await direct.json()).toMatchObject({ environments: ['development'] });
  expect(await requests.find(({ method }) => method === 'POST')!.json()).toMatchObject([
    {
      ...{ action: 'patchVariant', feature: FEATURE.name },
      payload: { variants: [{ name: 'variant-1', weight: 1000 }] },
    },
  ]);
});

test('without the permission nothing is opened', async () => {
  renderWith(section, {}, { permissions: [] } as unknown as Me);

  await userEvent.click(screen.getByRole('button', { name: 'Edit for all environments' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText(/UPDATE_FEATURE_VARIANTS/)).toBeTruthy();
});

test('variable variants share what fixed ones leave', () => {
  const variant = (name: string, weightType: 'fix' | 'variable', weight = 0) => ({
    ...{ name, weightType, weight, stickiness: 'default' },
  });
  const variants = [variant('a', 'fix', 500), variant('b', 'variable'), variant('c', 'variable')];
  expect(withWeights(variants).map(({ weight }) => weight)).toEqual([500, 250, 250]);
  expect(faultOfVariants([variant('a', 'fix', 1000)])).toMatch(/must not be fixed/);
  expect(faultOfVariants([variant('a', 'fix', 1001), variant('b', 'variable')])).toMatch(/100.1%/);
});

test.each([
  ['number', '3.5', 'three'],
  ['json', '[1]', '[1'],
  ['csv', 'a,b', ''],
] as const)('a payload of type %s accepts %s and refuses "%s"', (type, right, wrong) => {
  const variant = (value: string) => ({
    ...{ name: 'a', weight: 1000, weightType: 'variable' as const, stickiness: 'default' },
    payload: { type, value },
  });
  expect(faultOfPayload(variant(right))).toBeUndefined();
  expect(faultOfPayload(variant(wrong))).toBeTruthy();
});
