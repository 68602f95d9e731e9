import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../../test/support/render';
import type { Me } from '../../../../../app/session/me';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { FeatureLinks } from './feature-links';

const TICKET = { id: '1', url: 'https://tracker.example.com/7', title: 'Ticket 7' };
const PLAIN = { id: '2', url: 'https://wiki.example.com/', title: null };
const linked = { ...FEATURE, links: [TICKET, PLAIN] };
const LAZY = { timeout: 20_000 };
const PROJECT = 'GET /api/admin/projects/default/overview';

test('links open elsewhere, by title or address', async () => {
  renderWith(<FeatureLinks feature={linked} />, {});
  const ticket = await screen.findByRole('link', { name: 'Ticket 7' });
  expect(ticket.getAttribute('href')).toBe(TICKET.url);
  expect(ticket.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await screen.findByRole('link', { name: PLAIN.url })).toBeTruthy();
});

test('a link is added from a template, with the version that was read', async () => {
  const { requests } = renderWith(<FeatureLinks feature={FEATURE} />, {
    [PROJECT]: {
      linkTemplates: [
        { title: 'Board', urlTemplate: 'https://board.example.com/{{project}}/{{feature}}' },
      ],
    },
    [`POST ${FEATURE_URL}/link`]: {},
  });
  expect(screen.getByText('No links')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Add a link' }));
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: /template/ }, LAZY),
    'Board',
  );
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a link' }).at(-1)!);

  expect(await screen.findByText('Added the link.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(post.headers.get('If-Match')).toBe('"feature:1"');
  expect(await post.json()).toEqual({
    url: 'https://board.example.com/default/checkout',
    title: 'Board',
  });
});

test('a link is changed', async () => {
  const { requests } = renderWith(<FeatureLinks feature={linked} />, {
    [`PUT ${FEATURE_URL}/link/1`]: {},
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change the link Ticket 7' }));
  const title = await screen.findByRole('textbox', { name: /Title/ }, LAZY);
  await userEvent.clear(title);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved the link.')).toBeTruthy();
  const put = requests.find(({ method }) => method === 'PUT')!;
  expect(await put.json()).toEqual({ url: TICKET.url, title: null });
});

test('a refusal to remove a link is told', async () => {
  const message = 'Nothing can be changed at the moment.';
  renderWith(<FeatureLinks feature={linked} />, {
    [`DELETE ${FEATURE_URL}/link/1`]: refusal(403, { name: 'X', message }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the link Ticket 7' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('without the permission links can only be followed', async () => {
  const me = { permissions: [] } as unknown as Me;
  renderWith(<FeatureLinks feature={linked} />, {}, me);
  expect(screen.getAllByRole('link')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Remove|Change/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add a link' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText(/UPDATE_FEATURE/)).toBeTruthy();
});
