// Off at three in the morning: from any page to "off in production", and back.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

journey('turns a feature off in production and undoes it', async ({ person, service, named }) => {
  const checkout = named('checkout');
  const at = `/projects/default/features/${checkout}/environments/production`;
  const isOn = async () => (await service.call('GET', at)).enabled;
  const itsSwitch = (checked) =>
    person.page.getByRole('switch', { name: `${checkout} in production`, checked });
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${at}/on`);

  await person.signsIn({ path: '/features' });
  await person.sees(itsSwitch(true));
  await person.examines();

  await person.opensSearch();
  await person.types(person.page.getByRole('combobox'), checkout);
  const command = person.page.getByRole('option', { name: `Turn off ${checkout} in production` });
  await person.sees(command);
  await person.examines();
  await person.presses(command);

  const dialog = person.dialog(`Turn off ${checkout} in production`);
  await person.sees(dialog.getByText('Connected SDK instances'));
  await person.examines();
  assert.equal(await isOn(), true, 'The preview changes nothing.');
  await person.presses(person.button('Turn off in production', dialog));

  await person.sees(`${checkout} is off in production.`);
  await person.examines();
  assert.equal(await isOn(), false);

  const download = person.page.waitForEvent('download');
  await person.presses(dialog.getByRole('link', { name: 'Receipt' }));
  assert.match((await download).suggestedFilename(), /^receipt-\d+\.jws$/);

  await person.presses(person.button('Undo', dialog));
  await person.sees(`Undone: ${checkout} is on in production again.`);
  assert.equal(await isOn(), true);
  await person.sees(itsSwitch(true));
});
