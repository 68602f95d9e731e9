// Off at three in the morning: from any page to "off in production" and back, by keyboard alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  LOOKS,
  openPage,
  overflows,
  signIn,
  startBrowser,
  startService,
  violations,
} from './support/browser.mjs';

let service;
let browser;
before(async () => {
  service = await startService();
  browser = await startBrowser();
  await service.call('POST', '/projects/default/features', { name: 'checkout', type: 'release' });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const AT = '/projects/default/features/checkout/environments/production';
const isOn = async () => (await service.call('GET', AT)).enabled;

for (const look of LOOKS) {
  test(`off in production and undone, ${look.colorScheme}, ${look.width} px`, async () => {
    await service.call('POST', `${AT}/on`);
    const page = await openPage(browser, look);
    await signIn(page, service.url);
    const check = async () => {
      assert.deepEqual(await violations(page), []);
      assert.equal(await overflows(page), false);
    };
    await page.getByRole('switch', { name: 'checkout in production', checked: true }).waitFor();
    await check();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('chec');
    await page.getByRole('option', { name: /Turn off checkout in production/ }).waitFor();
    await check();
    await page.keyboard.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'Turn off checkout in production' });
    await dialog.getByText('Connected SDK instances').waitFor();
    await check();
    assert.equal(await isOn(), true, 'The preview changes nothing.');
    await page.keyboard.press('Enter');

    await page.getByText('checkout is off in production.').waitFor();
    await check();
    assert.equal(await isOn(), false);

    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('Undone: checkout is on in production again.').waitFor();
    assert.equal(await isOn(), true);
    await page.getByRole('switch', { name: 'checkout in production', checked: true }).waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
