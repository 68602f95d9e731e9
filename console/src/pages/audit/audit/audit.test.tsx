import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { canonicalJson } from '../proof/canonical-json';
import { sha256OfText } from '../proof/crypto';
import { leafHashOf } from '../proof/merkle';
import type { Me } from '../../../app/session/me';
import { CheckpointsPage } from './checkpoints-page';
import { DeniedRequestsPage } from './denied-requests-page';
import { EventsPage } from './events-page';
import { auditTexts as german } from '../../../texts/de/audit';
import { auditTexts as french } from '../../../texts/fr/audit';
import { saveFile } from '../../../kit/save-file';
import { wordsOfSearch } from './search-words';
import { SignInsPage } from './sign-ins-page';
import { service } from '../../../api/failure-words';
import { plainSentence, withoutMarkdown } from './without-markdown';

jest.mock('../../../kit/save-file');

const EVENT = {
  ...{ id: 7, type: 'feature-environment-disabled', createdBy: 'ann', createdByUserId: 1 },
  ...{ createdAt: '2026-11-22T23:54:00.315Z', data: { enabled: false, list: ['a', 'b'] } },
  ...{ preData: { enabled: true, list: ['a'] }, tags: [], featureName: 'checkout' },
  ...{ project: 'default', environment: 'production' },
};
const TOLD = { ...EVENT, label: 'Feature disabled', summary: '' };
const OPTIONS = {
  'GET /api/admin/projects': { projects: [{ id: 'default', name: 'Default' }] },
  'GET /api/admin/environments': { environments: [{ name: 'production', type: 'production' }] },
  'GET /api/admin/event-creators': [{ id: 1, name: 'ann' }],
};
const SEARCH = 'GET /api/admin/search/events';

async function seal() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const { privateKey, publicKey } = pair as CryptoKeyPair;
  const { x } = await crypto.subtle.exportKey('jwk', publicKey);
  const leafHash = await leafHashOf(EVENT);
  const content = {
    ...{ version: 1, instanceId: 'i', index: 1, firstPosition: 0, lastPosition: 0, size: 1 },
    ...{ rootHash: leafHash, previousHash: null, createdAt: EVENT.createdAt, isComplete: true },
    ...{ oldestEventAt: EVENT.createdAt, newestEventAt: EVENT.createdAt, tokenUses: null },
    ...{ eventRetentionDays: 0, tokenUseRetentionDays: 90, keyId: 'key-1' },
  };
  const canonical = canonicalJson(content);
  const bytes = new Uint8Array(
    await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(canonical)),
  );
  const signature = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const checkpoint = { ...content, hash: await sha256OfText(canonical), signature };
  const keys = { 'GET /.well-known/jwks.json': { keys: [{ kid: 'key-1', x }] } };
  return { checkpoint, leafHash, keys };
}

beforeEach(() => window.history.replaceState(null, '', '/audit'));

test('a person can save the newest events that match', async () => {
  window.history.replaceState(null, '', '/audit?feature=checkout');
  const { requests } = renderWith(<EventsPage />, {
    ...OPTIONS,
    [SEARCH]: { events: [TOLD], total: 2000 },
    [`${SEARCH}/csv`]: new Response('id\r\n7\r\n', { headers: { 'Content-Type': 'text/csv' } }),
  });

  await userEvent.click(
    await screen.findByRole('button', { name: 'Download the newest 1,000 events as CSV' }),
  );

  await waitFor(() => expect(saveFile).toHaveBeenCalled());
  expect(saveFile).toHaveBeenCalledWith('events.csv', 'id\r\n7\r\n', 'text/csv');
  expect(Object.fromEntries(new URL(requests.at(-1)!.url).searchParams)).toEqual({
    feature: 'IS:checkout',
    limit: '1000',
  });
});

test('sentences name moments in the time zone of their reader', () => {
  const at = new Date(2030, 0, 31, 18).toISOString();
  expect(plainSentence(`*Ada* scheduled **cart** for ${at}`)).toMatch(
    /^Ada scheduled cart for Jan 31, 2030, 6:00.PM$/,
  );
});

test('the reason at the end of a sentence is told in the language of the page', () => {
  const told = jest.spyOn(service, 'told').mockImplementation((reason) => `<${reason}>`);
  expect(plainSentence('*Ada* did not turn on **cart**: **It is archived**.')).toBe(
    'Ada did not turn on cart: <It is archived.>',
  );
  told.mockRestore();
});

test('sentences lose their Markdown, not what is escaped in it', () => {
  const sentence = '*a\\_b* added **c\\*d** to [e\\]f](http://x/y) of the project.';
  expect(withoutMarkdown(sentence)).toBe('a_b added c*d to e]f of the project.');
});

test('searches by what the address says, and shows differences of an event', async () => {
  window.history.replaceState(null, '', '/audit?feature=a,b&from=2026-11-01&createdBy=1&page=2');
  const { requests } = renderWith(<EventsPage />, {
    ...OPTIONS,
    [SEARCH]: { events: [TOLD], total: 51 },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Details of event 7' }));

  const table = screen.getByRole('table', { name: 'Differences' });
  expect(within(table).getByText('a, b')).toBeTruthy();
  const then = screen.getByRole('link', { name: 'What people got before' });
  const { searchParams: asked } = new URL(then.getAttribute('href')!, window.location.href);
  expect(Date.parse(asked.get('at')!)).toBe(Date.parse(TOLD.createdAt) - 1);
  const sent = requests.find(({ url }) => url.includes('search/events'))!;
  expect(Object.fromEntries(new URL(sent.url).searchParams)).toEqual({
    ...{
      feature: 'IS_ANY_OF:a,b',
      from: `IS:${new Date('2026-11-01T00:00').toISOString()}`,
      createdBy: 'IS:1',
    },
    ...{ limit: '50', offset: '50' },
  });
});

test.each([
  ['a right proof', EVENT, 'The event is in checkpoint 1, unchanged.'],
  ['a changed event', { ...EVENT, createdBy: 'bob' }, /does not verify/],
])('%s is verified in the browser', async (_, event, verdict) => {
  const { checkpoint, leafHash, keys } = await seal();
  renderWith(<EventsPage />, {
    ...{ ...OPTIONS, ...keys, [SEARCH]: { events: [TOLD], total: 1 } },
    'GET /api/admin/events/7/proof': { event, leafIndex: 0, leafHash, auditPath: [], checkpoint },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Details of event 7' }));
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));

  expect(await screen.findByText(verdict)).toBeTruthy();
});

test.each([
  ['right', {}, /^1 checkpoint verified/],
  ['with another content', { size: 2, lastPosition: 1 }, /does not verify: 1 problem/],
])('the chain of checkpoints is verified: %s', async (_, changes, verdict) => {
  const { checkpoint, keys } = await seal();
  renderWith(<CheckpointsPage />, {
    ...keys,
    'GET /api/admin/audit/checkpoints': { checkpoints: [{ ...checkpoint, ...changes }] },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Verify all checkpoints' }));

  expect(await screen.findByText(verdict)).toBeTruthy();
});

test('the events of a checkpoint are compared with its root', async () => {
  const { checkpoint, leafHash, keys } = await seal();
  const changed = { ...EVENT, createdBy: 'bob' };
  renderWith(<CheckpointsPage />, {
    ...keys,
    'GET /api/admin/audit/checkpoints': { checkpoints: [checkpoint] },
    'GET /api/admin/audit/checkpoints/1/events': {
      leaves: [{ eventId: 7, leafHash, events: [changed] }],
    },
  });

  await userEvent.click(
    await screen.findByRole('button', { name: 'Verify the events of checkpoint 1' }),
  );

  expect(await screen.findByText('Changed or inserted events: 7')).toBeTruthy();
});

test.each([
  ['without retention', 0, /^Removed events, although.*: 7$/],
  ['after retention', 30, '0 events unchanged, 1 event no longer kept.'],
])('events that are gone are told apart: %s', async (_, eventRetentionDays, verdict) => {
  const { checkpoint, leafHash, keys } = await seal();
  const old = { ...checkpoint, oldestEventAt: '2020-01-01T00:00:00.000Z' };
  renderWith(<CheckpointsPage />, {
    ...keys,
    'GET /api/admin/audit/checkpoints': { checkpoints: [{ ...old, eventRetentionDays }] },
    'GET /api/admin/audit/checkpoints/1/events': {
      leaves: [{ eventId: 7, leafHash, events: [] }],
    },
  });

  await userEvent.click(
    await screen.findByRole('button', { name: 'Verify the events of checkpoint 1' }),
  );

  expect(await screen.findByText(verdict)).toBeTruthy();
});

test('sign-ins and denied requests are listed', async () => {
  const signIn = { id: 1, created_at: EVENT.createdAt, ip: '::1', username: 'ann' };
  const failed = { auth_type: 'simple', successful: false, failure_reason: 'wrong password' };
  const caller = { type: 'user', id: '2', name: 'bob' };
  const first = renderWith(<SignInsPage />, {
    'GET /api/admin/logins': { events: [{ ...signIn, ...failed }] },
  });
  expect(await screen.findByText('failed: wrong password')).toBeTruthy();
  first.unmount();
  renderWith(<DeniedRequestsPage />, {
    'GET /api/admin/denied-requests': {
      total: 1,
      deniedRequests: [
        {
          ...{ id: 1, minute: EVENT.createdAt, reason: 'forbidden', method: 'GET', caller },
          ...{ route: '/api/admin/logins', address: '127.0.0.1', requests: 3 },
        },
      ],
    },
  });
  expect(await screen.findByText('GET /api/admin/logins')).toBeTruthy();
  expect(screen.getByText('user bob')).toBeTruthy();
});

test('without the permission nothing is read, and it is named; failures are told', async () => {
  const me = { permissions: [] } as unknown as Me;
  const { requests, unmount } = renderWith(<CheckpointsPage />, {}, me);
  expect(screen.getByText(/READ_LOGS/)).toBeTruthy();
  expect(requests).toEqual([]);
  unmount();

  const message = 'from must be a day.';
  renderWith(<EventsPage />, { ...OPTIONS, [SEARCH]: refusal(400, { message }) });
  await waitFor(() => expect(screen.getByText(message)).toBeTruthy());
});

test('the search understands days and times on the clock of the person', () => {
  const now = new Date(2026, 10, 26, 9, 30);

  expect(wordsOfSearch('turned off', now)).toEqual({ text: 'turned off' });
  expect(wordsOfSearch('off yesterday 14:00', now)).toEqual({
    ...{ text: 'off', from: new Date(2026, 10, 25, 13, 30), to: new Date(2026, 10, 25, 14, 30) },
  });
  expect(wordsOfSearch('today', now)).toEqual({
    ...{ text: '', from: new Date(2026, 10, 26), to: new Date(2026, 10, 27) },
  });
});

test('weeks of the search begin on Monday', () => {
  const sunday = new Date(2026, 10, 29, 9, 30);

  expect(wordsOfSearch('off this week', sunday)).toEqual({
    ...{ text: 'off', from: new Date(2026, 10, 23), to: new Date(2026, 10, 30) },
  });
  expect(wordsOfSearch('last week', sunday)).toEqual({
    ...{ text: '', from: new Date(2026, 10, 16), to: new Date(2026, 10, 23) },
  });
});

test.each([
  ['German', german, 'aus Gestern um 14:00', 'aus letzte Woche', 'heutige'],
  ['French', french, 'aus hier, à 14h00', 'aus la semaine dernière', 'hiers'],
])('the search understands words of time in %s, and in English', (_, texts, at, week, other) => {
  const now = new Date(2026, 10, 26, 9, 30);
  const around = { from: new Date(2026, 10, 25, 13, 30), to: new Date(2026, 10, 25, 14, 30) };

  for (const query of [at, 'aus yesterday at 14:00'])
    expect(wordsOfSearch(query, now, texts)).toEqual({ text: 'aus', ...around });
  for (const query of [week, 'aus last week'])
    expect(wordsOfSearch(query, now, texts)).toEqual({
      ...{ text: 'aus', from: new Date(2026, 10, 16), to: new Date(2026, 10, 23) },
    });
  expect(wordsOfSearch(other, now, texts)).toEqual({ text: other });
  expect(texts.search).toContain(texts.periods.yesterday);
});

test('a French day can have either apostrophe', () => {
  for (const day of ["aujourd'hui", 'Aujourd’hui'])
    expect(wordsOfSearch(day, new Date(2026, 10, 26, 9), french).from).toEqual(
      new Date(2026, 10, 26),
    );
});

test('tokens are called tokens', async () => {
  const token = { type: 'api-token', id: '1', name: 'ci-deploy' };
  renderWith(<EventsPage />, {
    'GET /api/admin/search/events': {
      events: [
        {
          ...EVENT,
          createdBy: 'ci-deploy',
          createdByUserId: -42,
          token,
          label: 'Off',
          summary: '',
        },
      ],
      total: 1,
    },
  });

  expect(await screen.findByText('token ci-deploy')).toBeTruthy();
});
