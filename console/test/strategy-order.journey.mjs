// Strategies change places by dragging, and by arrow keys with the keyboard alone; the service and
// other people get the order.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

const [STAFF, BETA, REST] = ['Staff first', 'Beta users', 'Everybody else'];

journey('puts strategies into another order', async ({ person, meet, service, named }) => {
  const checkout = named('checkout');
  const feature = `/projects/default/features/${checkout}`;
  const strategies = `${feature}/environments/production/strategies`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  for (const title of [STAFF, BETA, REST])
    await service.call('POST', strategies, { name: 'flexibleRollout', title });
  const saved = async () => (await service.call('GET', strategies)).map(({ title }) => title);

  const other = await meet();
  await other.signsIn({ path: feature });
  await other.sees(placeOf(other, STAFF, '1 of 3'));
  await person.signsIn({ path: feature });
  const cards = listOf(person).locator('> li'); // Conditions are items, too.

  await person.moves(placeOf(person, REST, '3 of 3'), cards.nth(0));
  await person.sees('Saved the new order.');
  await person.sees(placeOf(person, REST, '1 of 3'));
  assert.deepEqual(await saved(), [REST, STAFF, BETA]);
  await person.examines();
  await other.sees(placeOf(other, REST, '1 of 3'));

  await person.presses(person.button('Dismiss'));
  await person.moves(placeOf(person, REST, '1 of 3'), cards.nth(2));
  await person.sees('Saved the new order.');
  await person.sees(placeOf(person, REST, '3 of 3'));
  assert.deepEqual(await saved(), [STAFF, BETA, REST]);
  await other.sees(placeOf(other, REST, '3 of 3'));
});

const listOf = ({ page }) => page.getByRole('list', { name: 'Strategies in production' });

/** The handle of a strategy that is in this place. */
const placeOf = (person, title, place) =>
  listOf(person).getByRole('button', { name: `Move ${title}, ${place}` });
