import { act, screen } from '@testing-library/react';
import { renderWith } from '../../../test/support/render';
import { NewVersionNotice } from './new-version';

const EVERY_MS = 120_000;
const page = (script: string): string =>
  `<!doctype html><script type="module" src="${script}"></script>`;

afterEach(() => {
  jest.useRealTimers();
  document.head.innerHTML = '';
});

test('an open tab notices that the service has another version', async () => {
  jest.useFakeTimers();
  document.head.innerHTML = page('./assets/first-1.js');
  renderWith(<NewVersionNotice />);
  let served = './assets/first-1.js';
  globalThis.fetch = () => Promise.resolve(new Response(page(served)));
  const later = () => act(() => jest.advanceTimersByTimeAsync(EVERY_MS + 1_000));

  await later();
  expect(screen.queryByText(/new version/)).toBeNull();

  served = './assets/first-2.js';
  await later();
  expect(screen.getByText('A new version of the console is available.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});
