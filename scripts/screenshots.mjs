// Writes screenshots of the main pages of the console to docs/screenshots, at both widths and in
// both themes.
import { mkdir } from 'node:fs/promises';
import { openPage, signIn, startBrowser, startService } from '../console/test/support/browser.mjs';

const FOLDER = 'docs/screenshots';
const WIDTHS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
const FEATURES = {
  checkout: 'The new checkout, for everybody',
  'express-checkout': 'Pay with one click',
  'dark-banner': 'The banner of the autumn sale',
  'search-suggestions': 'Suggestions while typing',
};

const service = await startService();
const browser = await startBrowser();
try {
  await prepare();
  await mkdir(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, size] of Object.entries(WIDTHS))
      await shoot({ ...size, colorScheme }, `${name}-${colorScheme}`);
  }
} finally {
  await browser.close();
  await service.stop();
}

/** Creates features, some of which are on. */
async function prepare() {
  for (const [name, description] of Object.entries(FEATURES)) {
    await service.call('POST', '/projects/default/features', {
      name,
      type: 'release',
      description,
    });
    await service.call('POST', `/projects/default/features/${name}/environments/production/on`);
  }
}

async function shoot(look, suffix) {
  const page = await openPage(browser, look);
  const save = (what) => page.screenshot({ path: `${FOLDER}/${what}-${suffix}.png` });
  await page.goto(service.url);
  await page.getByLabel('Password', { exact: true }).waitFor();
  await save('sign-in');
  await signIn(page, service.url);
  await page.getByRole('switch').first().waitFor();
  await save('features');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('check');
  await page.getByRole('option').first().waitFor();
  await save('palette');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Last change').waitFor();
  await save('turn-off');
  await page.context().close();
}
