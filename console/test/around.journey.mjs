// A morning's look around: what changed, where environments differ, and a list as one wants it.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

journey('looks around and keeps a view of the list', async ({ person, service, named }) => {
  const [basket, checkout, view] = ['basket', 'checkout', 'Unfinished'].map(named);
  const at = (name) => `/projects/default/features/${name}/environments`;
  for (const name of [basket, checkout])
    await service.call('POST', '/projects/default/features', { name, description: 'A test' });
  await service.call('POST', `${at(checkout)}/development/on`);

  await person.signsIn();
  await person.sees(person.page.getByRole('region', { name: 'Changed today' }));
  await person.sees(person.page.getByRole('region', { name: 'Waits for you' }));
  await person.examines();

  await person.opensSearch();
  // The first steps on the same page have one, too.
  const palette = person.page.getByRole('combobox', { name: 'Feature, person, page or action' });
  await person.types(palette, checkout.replace('checkout', 'chekcout'));
  await person.presses(person.page.getByRole('option', { name: `Open ${checkout}` }));
  await person.presses(person.link('Compare'));
  await person.sees('2 differences.');
  await person.examines();

  await person.opens(`/features?q=${named('')}`);
  if (!person.isOnPhone) await goesByLetters(person, basket, checkout);
  await person.presses(person.button('Columns'));
  await person.ticks(person.field('Description'));
  await person.sees(person.page.getByRole('cell', { name: 'A test' }));
  await person.examines();

  await person.presses(person.button('Views'));
  await person.presses(person.button('Save this view'));
  await person.types(person.field('Name'), view);
  await person.examines();
  await person.presses(person.button('Save'));
  await person.sees(person.link(view));
  await person.goesTo('Features');
  await person.presses(person.link(view));
  assert.match(person.page.url(), /columns=.*description/);
  await person.sees(person.page.getByRole('cell', { name: 'A test' }));
  await person.examines();

  await person.presses(person.page.getByRole('link', { name: /^Notifications/ }));
  await person.sees(person.heading('Notifications'));
  await person.sees(person.field('Features that became stale: by mail'));
  await person.examines();
});

/** `j` and `k` go through the list, `x` selects, and `e` asks before it switches. */
async function goesByLetters({ page }, first, second) {
  const isFocused = (name) =>
    page.waitForFunction((label) => document.activeElement?.textContent === label, name);
  await page.getByRole('link', { name: first }).focus();
  for (const [key, name] of [
    ['j', second],
    ['k', first],
  ]) {
    await page.keyboard.press(key);
    await isFocused(name);
  }
  await page.keyboard.press('x');
  await page.getByText('1 feature selected').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: `Turn on ${first} in production` }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
}
