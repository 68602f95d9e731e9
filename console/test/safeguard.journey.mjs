// A safeguard of a feature: tried out, set, and removed on the page of the feature.
import { journey } from './support/journey.mjs';

journey('sets a safeguard that turns a feature off', async ({ person, service, named }) => {
  const checkout = named('checkout');
  const path = `/projects/default/features/${checkout}`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${path}/environments/production/on`);

  await person.signsIn({ path });
  await person.presses(person.link('Schedules and plans'));
  await person.presses(person.link('Safeguards'));
  await person.examines();
  await person.presses(person.button('Add a safeguard in production'));
  const dialog = person.dialog('Add a safeguard in production');
  await person.types(dialog.getByLabel(/^Limit/), '100');
  await person.presses(person.button(/^Try it out/, dialog));
  await person.sees(dialog.getByRole('status'));
  await person.examines();
  await person.presses(person.button('Add a safeguard', dialog));
  await person.sees('The safeguard is set.');
  await person.sees(person.page.getByText(/is more than 100/).first());
  await person.examines();

  await person.presses(person.button(/^Remove the safeguard: /));
  const removal = person.dialog('Remove the safeguard');
  await person.presses(person.button('Remove', removal));
  await person.sees('The safeguard is removed.');
});
