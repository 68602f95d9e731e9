// A signal of monitoring: created for a feature, sent as monitoring does, looked at, and deleted.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

journey('lets monitoring turn a feature off by a signal', async ({ person, service, named }) => {
  const checkout = named('checkout');
  const name = `${checkout}-errors`.toLowerCase();
  const path = `/projects/default/features/${checkout}/environments/production`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${path}/on`);

  await person.signsIn({ path: '/projects/default' });
  await person.presses(person.link('Signals'));
  await person.sees(person.button('Create a signal'));
  await person.examines();
  await person.presses(person.button('Create a signal'));
  const dialog = person.dialog('Create a signal');
  await person.types(person.field('Name', dialog), name);
  await person.picks(dialog.getByRole('combobox', { name: 'Features' }), checkout);
  await person.examines();
  await person.presses(person.button('Create', dialog));
  const created = person.dialog('The signal is created');
  const token = await created.getByLabel('Token of the signal').first().innerText();
  await person.examines();
  await person.presses(person.button('I have saved it', created));
  await person.sees(person.page.getByRole('row', { name: new RegExp(`${name}.*Never`, 's') }));

  const sent = await fetch(`${service.url}/api/signals/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ alert: 'Too many errors' }),
  });
  assert.equal(sent.status, 200);
  assert.equal((await service.call('GET', path)).enabled, false);

  await person.sees(person.page.getByRole('row', { name: new RegExp(`${name}.*1 time`, 's') }));
  await person.presses(person.button(`Uses of the signal ${name}`));
  const uses = person.dialog(`Uses of the signal ${name}`);
  await person.sees(uses.getByText(`${checkout} in production`).first());
  await person.sees(uses.getByText(/Too many errors/).first());
  await person.examines();
  await person.presses(uses.getByRole('button', { name: 'Close' }));

  await person.presses(person.button(`Delete the signal ${name}`));
  const removal = person.dialog(`Delete the signal ${name}`);
  await person.examines();
  await person.presses(person.button(`Delete the signal ${name}`, removal));
  await person.sees(`${name} is deleted.`);
});
