// An incident: several features off at once, although a guard wants a reason.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

journey('turns several features off at once', async ({ person, service, named }) => {
  const [project, checkout, express, search] = ['shop', 'checkout', 'express', 'search'].map(named);
  const at = (name) => `/projects/${project}/features/${name}/environments/production`;
  await service.call('POST', '/projects', { id: project, name: project });
  await service.call('PUT', `/projects/${project}/guard`, { guard: 'block' });
  const isOn = async (name) => (await service.call('GET', at(name))).enabled;
  for (const name of [checkout, express, search]) {
    await service.call('POST', `/projects/${project}/features`, { name });
    await service.call('POST', `${at(name)}/on`);
  }
  await service.call('POST', `/projects/${project}/features/${express}/dependencies`, {
    feature: checkout,
  });

  await person.signsIn({ path: `/features?q=${named('')}` });
  await person.presses(person.field(`Select ${checkout}`));
  await person.presses(person.field(`Select ${search}`));
  const bar = person.page.getByRole('region', { name: 'Selected features' });
  await person.sees(bar.getByText('2 features selected'));
  await person.examines();

  await person.presses(person.button('Turn off', bar));
  const title = 'Turn off 2 features in production';
  const dialog = person.dialog(title);
  await person.presses(person.button(title, dialog));
  await person.sees(dialog.getByRole('alert'));
  assert.equal(await isOn(search), true, 'A guard that blocks one blocks all.');
  await person.types(dialog.getByLabel('Reason'), 'INC-4711');
  await person.examines();
  await person.presses(person.button(title, dialog));

  await person.sees('2 features changed.');
  const states = await Promise.all([checkout, express, search].map(isOn));
  assert.deepEqual(states, [false, true, false]);
});
