// Writes screenshots of the main pages of the console to docs/screenshots: light on a wide screen,
// and dark on a phone. Names of pages as arguments limit it to these.
import { mkdir } from 'node:fs/promises';
import { openPage, signIn, startBrowser, startService } from '../console/test/support/browser.mjs';
import { fillDemo } from '../console/test/support/demo.mjs';

const FOLDER = process.env.SCREENSHOTS_FOLDER ?? 'docs/screenshots';
const LOOKS = {
  desktop: { width: 1440, height: 900, colorScheme: 'light' },
  phone: { width: 360, height: 740, colorScheme: 'dark' },
};
const FEATURE = '/projects/default/features/express-checkout';
const PAGES = {
  home: '/',
  features: '/features',
  feature: FEATURE,
  'turn-off': '/features',
  palette: '/features',
  usage: `${FEATURE}?section=usage`,
  schedules: `/schedules?view=month&day=${inAWeek()}`,
  statistics: '/statistics',
  audit: '/audit',
};
const SETTLE_MS = 1_500;

/** A day of the month in which most schedules of the demo data act. */
function inAWeek() {
  return new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
}

/** What to do on a page before its screenshot. */
const STEPS = {
  'turn-off': async (page) => {
    await page.getByRole('switch', { name: 'express-checkout in production' }).press('Space');
    await page.getByRole('dialog').getByText('Last change').waitFor();
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('check');
    await page.getByRole('option').first().waitFor();
  },
};

const wanted = process.argv.slice(2);
const service = await startService();
const browser = await startBrowser();
try {
  await fillDemo(service);
  await mkdir(FOLDER, { recursive: true });
  for (const [name, look] of Object.entries(LOOKS)) await shootAll(name, look);
} finally {
  await browser.close();
  await service.stop();
}

async function shootAll(lookName, look) {
  const page = await openPage(browser, look);
  await signIn(page, service.url);
  for (const [name, path] of Object.entries(PAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.goto(service.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.body.innerText.includes('Loading…'));
    await page.waitForTimeout(SETTLE_MS);
    await STEPS[name]?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: `${FOLDER}/${name}-${lookName}.png` });
  }
  await page.context().close();
}
