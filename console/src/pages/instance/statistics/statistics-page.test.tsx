import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { canonicalJson } from '../../audit/proof/canonical-json';
import { sha256OfText } from '../../audit/proof/crypto';
import { StatisticsPage } from './statistics-page';

const PATH = 'GET /api/admin/instance-admin/statistics';
const encoder = new TextEncoder();
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Numbers that are all different, so that each can be found. */
const NUMBERS = {
  ...{ instanceId: '98e7eaa9-59de-404f-a1cc-7e42cf02aee1', timestamp: '2026-11-22T23:56:39.421Z' },
  ...{ versionOSS: '0.1.0', versionEnterprise: '', users: 101, serviceAccounts: 102 },
  ...{ licensedUsers: 103, featureToggles: 104, archivedFeatureToggles: 105, projects: 106 },
  ...{ contextFields: 107, roles: 108, customRootRoles: 109, customRootRolesInUse: 110 },
  ...{ groups: 111, environments: 112, segments: 113, strategies: 114 },
  ...{ SAMLenabled: false, OIDCenabled: true, passwordAuthEnabled: true, SCIMenabled: false },
  ...{ featureExports: 115, featureImports: 116, maxEnvironmentStrategies: 117 },
  ...{ maxConstraints: 118, maxConstraintValues: 119 },
  previousDayMetricsBucketsCount: { enabledCount: 120, variantCount: 121 },
  activeUsers: { last7: 122, last30: 123, last60: 124, last90: 125 },
  productionChanges: { last30: 126, last60: 127, last90: 128 },
  clientApps: [
    { range: '7d', count: 129 },
    { range: '30d', count: 130 },
    { range: 'allTime', count: 131 },
  ],
  apiTokens: { admin: 132, client: 133, frontend: 134 },
};

async function signedAnswers() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const { privateKey, publicKey } = pair as CryptoKeyPair;
  const { x } = await crypto.subtle.exportKey('jwk', publicKey);
  const sum = await sha256OfText(canonicalJson(NUMBERS));
  const payload = base64url(encoder.encode(canonicalJson({ ...NUMBERS, sum })));
  const header = base64url(encoder.encode(JSON.stringify({ alg: 'EdDSA', kid: 'key-1' })));
  const bytes = encoder.encode(`${header}.${payload}`);
  const signature = base64url(
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes)),
  );
  return {
    signed: { payload, protected: header, signature },
    numbers: { ...NUMBERS, sum },
    others: {
      'GET /.well-known/jwks.json': { keys: [{ kid: 'key-1', x, kty: 'OKP', crv: 'Ed25519' }] },
      'GET /api/admin/environments': { environments: [{ name: 'production', type: 'production' }] },
      'GET /api/admin/search/events': { events: [], total: 7 },
    },
  };
}

const leaves = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(leaves)
      : [];

test('shows every number with its definition, and verifies checksum and signature', async () => {
  const { signed, others } = await signedAnswers();
  const { requests } = renderWith(<StatisticsPage />, { [PATH]: signed, ...others });

  expect(await screen.findByText('The checksum is correct')).toBeTruthy();
  expect(await screen.findByText('The signature is valid')).toBeTruthy();
  for (const value of leaves(NUMBERS))
    expect(screen.getAllByText(String(value)).length).toBeGreaterThan(0);
  await userEvent.hover(screen.getByRole('button', { name: 'Licensed users' }));
  expect((await screen.findByRole('tooltip')).textContent).toContain('Distinct e-mail addresses');
  const read = requests.find(({ url }) => url.endsWith('/statistics'));
  expect(read?.headers.get('accept')).toBe('application/jose+json');
  expect(await screen.findByRole('img', { name: /Changes in production by week/ })).toBeTruthy();
});

test('tells that numbers were changed after they were signed', async () => {
  const { signed, numbers, others } = await signedAnswers();
  const changed = base64url(encoder.encode(canonicalJson({ ...numbers, users: 999 })));
  renderWith(<StatisticsPage />, { [PATH]: { ...signed, payload: changed }, ...others });

  expect(await screen.findByText('The checksum is wrong')).toBeTruthy();
  expect(await screen.findByText('The signature is wrong')).toBeTruthy();
});

test('verifies a saved file, also one that was changed', async () => {
  const { signed, numbers, others } = await signedAnswers();
  renderWith(<StatisticsPage />, { [PATH]: signed, ...others });
  await screen.findByText('The signature is valid');

  const text = JSON.stringify({ ...numbers, users: 1, timestamp: 'no time' });
  const file = Object.assign(new File([text], 'saved.json', { type: 'application/json' }), {
    text: () => Promise.resolve(text),
  });
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);

  const result = (await screen.findByText('Result for saved.json')).parentElement!;
  expect(within(result).getByText('The checksum is wrong')).toBeTruthy();
  expect(within(result).getByText(/no signature/)).toBeTruthy();
});

test('a failure is told, with another attempt', async () => {
  renderWith(<StatisticsPage />, {
    [PATH]: refusal(429, { name: 'TooManyRequests', message: 'Wait a minute.' }),
  });

  expect(await screen.findByText('Wait a minute.')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy());
});

test('changes in many production environments are counted in parts', async () => {
  const { signed, others } = await signedAnswers();
  const environments = Array.from({ length: 51 }, (_, n) => ({
    name: `p${n}`,
    type: 'production',
  }));
  const { requests } = renderWith(<StatisticsPage />, {
    ...{ [PATH]: signed, ...others, 'GET /api/admin/environments': { environments } },
  });

  const chart = await screen.findByRole('img', { name: /Changes in production by week/ });
  expect(chart.getAttribute('aria-label')).toContain('the highest bar is 14');
  const asked = requests
    .filter(({ url }) => url.includes('/search/events'))
    .map(({ url }) => new URL(url).searchParams.get('environment')!.split(',').length);
  expect(Math.max(...asked)).toBe(50);
});
