import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../test/support/render';
import { CodePage } from './code-page';

const SHOP = '/api/admin/projects/shop';
const line = (n: number) => ({
  ...{ feature: `old-${n}`, reason: n === 0 ? 'unknown' : 'archived', repository: 'acme/shop' },
  ...{ file: `src/a${n}.ts`, line: 3, url: null },
});
const FOUND = {
  repositories: [
    {
      ...{ id: 4, name: 'acme/shop', revision: 'abc', complete: false },
      ...{ scannedAt: '2026-01-31T18:00:00Z', referenceCount: 1234, featureCount: 7 },
    },
  ],
  ...{ unreferencedTotal: 1, unreferenced: ['checkout'], obsoleteTotal: 2000 },
  obsolete: Array.from({ length: 60 }, (_, n) => line(n)),
};
const answers = {
  [`GET ${SHOP}/overview`]: { name: 'Shop', environments: [] },
  [`GET ${SHOP}/code-references`]: FOUND,
};

test('lists repositories, lines to remove and features without lines, with search and pages', async () => {
  const { requests } = renderWith(<CodePage params={{ project: 'shop' }} />, {
    ...answers,
    [`DELETE ${SHOP}/code-references/4`]: {},
  });
  const lines = within(await screen.findByRole('region', { name: 'Lines to remove' }));
  expect(lines.getByText('not in this project')).toBeTruthy();
  expect(lines.getByText('src/a49.ts:3')).toBeTruthy();
  expect(lines.queryByText('src/a50.ts:3')).toBeNull();
  expect(lines.getByText('60 of 2,000 entries are listed.')).toBeTruthy();
  await userEvent.type(lines.getByRole('searchbox'), 'old-55');
  expect(lines.getByText('src/a55.ts:3')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'checkout' })).toBeTruthy();
  expect(screen.getByText('1,234')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Forget: acme/shop' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Forget' }));
  expect(await screen.findByText('acme/shop is forgotten.')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true);
});
