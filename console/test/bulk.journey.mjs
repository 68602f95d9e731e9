// An incident: several features off at once, by keyboard, although a guard wants a reason.
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
  for (const name of ['checkout', 'express-checkout', 'search'])
    await service.call('POST', '/projects/default/features', { name, type: 'release' });
  await service.call('POST', '/projects/default/features/express-checkout/dependencies', {
    feature: 'checkout',
  });
  await service.call('PUT', '/projects/default/guard', { guard: 'block' });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const at = (name) => `/projects/default/features/${name}/environments/production`;
const isOn = async (name) => (await service.call('GET', at(name))).enabled;

for (const look of LOOKS) {
  test(`several features off at once, ${look.colorScheme}, ${look.width} px`, async () => {
    for (const name of ['checkout', 'express-checkout', 'search'])
      await service.call('POST', `${at(name)}/on`);
    const page = await openPage(browser, look);
    await signIn(page, service.url);
    await page.getByRole('checkbox', { name: 'Select checkout', exact: true }).press('Space');
    await page.getByRole('checkbox', { name: 'Select search' }).press('Space');
    const bar = page.getByRole('region', { name: 'Selected features' });
    await bar.getByText('2 features selected').waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal(await overflows(page), false);

    await bar.getByRole('button', { name: 'Turn off' }).press('Enter');
    const title = 'Turn off 2 features in production';
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: title }).press('Enter');
    await dialog.getByRole('alert').waitFor();
    assert.equal(await isOn('search'), true, 'A guard that blocks one blocks all.');
    await dialog.getByLabel('Reason').fill('INC-4711');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Enter');

    await page.getByText('2 features changed.').waitFor();
    assert.deepEqual(await Promise.all(['checkout', 'express-checkout', 'search'].map(isOn)), [
      false,
      true,
      false,
    ]);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
