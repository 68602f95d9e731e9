// An emergency link: created on the page of the feature, used without scripts, and revoked.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

journey('turns a feature off by an emergency link', async ({ person, service, named }) => {
  const checkout = named('checkout');
  const path = `/projects/default/features/${checkout}`;
  const isOn = async () => (await service.call('GET', `${path}/environments/production`)).enabled;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${path}/environments/production/on`);

  await person.signsIn({ path });
  await person.presses(person.link('Schedules and plans'));
  await person.presses(person.link('Emergency links'));
  await person.sees('There are no emergency links');
  await person.examines();
  await person.presses(person.button('Create a link'));
  const dialog = person.dialog(`Create an emergency link for ${checkout}`);
  await person.types(person.field('What it is for (optional)', dialog), 'The runbook');
  await person.examines();
  await person.presses(person.button('Create', dialog));
  const created = person.dialog('The emergency link is created');
  await person.sees(created.getByRole('img', { name: 'QR code with the address of the link' }));
  await person.examines();
  const { pathname } = new URL(await created.getByText('/emergency/').first().innerText());
  await person.presses(person.button('I have saved it', created));
  await person.sees(person.page.getByRole('row', { name: /Usable/ }));
  await person.examines();

  await person.opens(pathname);
  await person.sees('This link is for: The runbook');
  await person.examines();
  assert.equal(await isOn(), true, 'opening the page changes nothing');
  await person.presses(person.button('Turn off now'));
  await person.sees(person.heading('Turned off in production'));
  await person.examines();
  assert.equal(await isOn(), false);

  await person.opens(`${path}?section=emergency`);
  await person.presses(person.button(/^Revoke: /));
  const revocation = person.dialog('Revoke an emergency link');
  await person.examines();
  await person.presses(person.button('Revoke', revocation));
  await person.sees('The emergency link is revoked.');
  await person.sees(person.page.getByRole('row', { name: /Revoked/ }));
  await person.opens(pathname);
  await person.sees(person.heading('Nothing was turned off'));
});
