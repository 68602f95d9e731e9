import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, renderWith } from '../../../../test/support/render';
import { TransferPage } from './transfer-page';

const BATCH = '/api/admin/features-batch';
const nothing = { errors: [], warnings: [], permissions: [] };
const content = {
  features: [{ name: 'checkout' }, { name: 'search' }],
  featureStrategies: [],
  tagTypes: [],
};
const answers = (more: Answers): Answers => ({
  'GET /api/admin/environments': { environments: [{ name: 'production' }] },
  'GET /api/admin/projects': { projects: [{ id: 'shop', name: 'Shop' }] },
  'GET /api/admin/projects/shop/overview': { environments: [{ environment: 'production' }] },
  ...more,
});
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (text: string): Promise<void> => {
  await screen.findAllByText('production');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const file = new File([text], 'export.json', { type: 'application/json' });
  Object.defineProperty(file, 'text', { value: () => Promise.resolve(text) });
  await userEvent.upload(input, file);
};

test('a file is checked first, and then imported into the chosen project', async () => {
  const warning = { message: 'Some features exist already.', affectedItems: ['checkout'] };
  const { requests } = renderWith(
    <TransferPage />,
    answers({
      [`POST ${BATCH}/validate`]: { ...nothing, warnings: [warning] },
      [`POST ${BATCH}/import`]: {},
    }),
  );

  await choose(JSON.stringify(content));
  await press('Check the file');
  expect(await screen.findByText('Some features exist already.')).toBeTruthy();
  expect(requests.filter(({ url }) => url.endsWith('/import'))).toEqual([]);

  await press('Import 2 features into shop');
  expect(await screen.findByText('2 features imported into shop.')).toBeTruthy();
  const sent: unknown = await requests.find(({ url }) => url.endsWith('/import'))!.json();
  expect(sent).toEqual({ project: 'shop', environment: 'production', data: content });
});

test('what prevents an import is listed, and the import is not possible', async () => {
  const finding = { message: 'Your permissions are missing.', affectedItems: ['CREATE_FEATURE'] };
  renderWith(
    <TransferPage />,
    answers({ [`POST ${BATCH}/validate`]: { ...nothing, permissions: [finding] } }),
  );

  await choose(JSON.stringify(content));
  await press('Check the file');

  expect(await screen.findByText('CREATE_FEATURE')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Import 2 features into shop' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
});

test('a file that is no export is not sent', async () => {
  const { requests } = renderWith(<TransferPage />, answers({}));

  await choose('not json');
  await press('Check the file');

  expect((await screen.findByRole('alert')).textContent).toMatch(/The file is not an export/);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('an export is saved as a file, and says how much it has', async () => {
  URL.createObjectURL = () => 'blob:export';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  const { requests } = renderWith(<TransferPage />, answers({ [`POST ${BATCH}/export`]: content }));

  await screen.findAllByText('production');
  await userEvent.type(screen.getByLabelText('Only features with this tag'), 'simple:shop');
  await press('Export to a file');

  expect(await screen.findByText('2 features exported.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(await post.json()).toEqual({
    environment: 'production',
    project: 'shop',
    tag: 'simple:shop',
  });
});
