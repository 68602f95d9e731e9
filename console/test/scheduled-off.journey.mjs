// Turning off at a chosen time: scheduled on the page of the feature, seen in the calendar, done.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';
import { tomorrow } from './support/tomorrow.mjs';

const SOON_MS = 2_000;

journey('schedules that a feature is turned off', async ({ person, service, named }) => {
  const checkout = named('checkout');
  const path = `/projects/default/features/${checkout}`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${path}/environments/production/on`);

  await person.signsIn({ path });
  await person.presses(person.link('Schedules and plans'));
  await person.sees('Nothing is scheduled');
  await person.examines();
  await person.presses(person.button('Schedule a change'));
  const dialog = person.dialog(`Schedule a change of ${checkout}`);
  await person.chooses(person.field('Environment', dialog), 'production');
  await person.types(person.field('Time', dialog), tomorrow());
  await person.examines();
  await person.presses(person.button('Schedule a change', dialog));
  await person.sees('The change is scheduled.');
  await person.sees(person.page.getByRole('row', { name: /Turn off in production/ }));
  await person.examines();
  await person.presses(person.button('Edit: Turn off in production'));
  const editor = person.dialog(`Edit a scheduled change of ${checkout}`);
  await person.chooses(
    person.field('If the service is not running then', editor),
    'Skip the change',
  );
  await person.examines();
  await person.presses(person.button('Save', editor));
  await person.sees('The scheduled change is saved.');

  await person.opens(`/schedules?view=month&day=${tomorrow().slice(0, 10)}`);
  const entry = person.page.getByRole('link', { name: checkout });
  await person.sees(entry);
  await person.examines();
  await person.presses(person.link('Week'));
  await person.sees(entry);
  await person.examines();
  await person.presses(entry);
  await person.sees(person.page.getByRole('row', { name: /Turn off in production/ }));

  const { schedules } = await service.call('GET', `${path}/schedules`);
  assert.equal(schedules.length, 1);
  await service.call('PUT', `/projects/default/schedules/${schedules[0].id}`, {
    action: 'off',
    at: new Date(Date.now() + SOON_MS).toISOString(),
  });
  await person.sees('Nothing is scheduled');
  assert.equal((await service.call('GET', `${path}/environments/production`)).enabled, false);
});
