// The console says of a switch what is so: in each project, once it is confirmed, and to whoever
// may not use it.
import assert from 'node:assert/strict';
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

journey('turns off in several projects, as each allows it', async ({ person, service, named }) => {
  const [shop, bank, travel] = ['shop', 'bank', 'travel'].map(named);
  const at = (project, name) => `/projects/${project}/features/${name}/environments/production`;
  const isOn = async (project, name) => (await service.call('GET', at(project, name))).enabled;
  const names = { [shop]: ['checkout', 'search'], [bank]: ['pay'], [travel]: ['maps', 'routes'] };
  for (const [project, features] of Object.entries(names)) {
    await service.call('POST', '/projects', { id: project, name: project });
    for (const name of features.map(named)) {
      await service.call('POST', `/projects/${project}/features`, { name });
      if (name !== named('search')) await service.call('POST', `${at(project, name)}/on`);
    }
  }
  const config = `/projects/${bank}/environments/production/change-requests/config`;
  await service.call('PUT', config, { changeRequestsEnabled: true, requiredApprovals: 1 });
  await service.call('PUT', `/projects/${travel}/guard`, { guard: 'block' });
  const dependencies = `/projects/${travel}/features/${named('routes')}/dependencies`;
  await service.call('POST', dependencies, { feature: named('maps') });

  await person.signsIn({ path: `/features?q=${named('')}` });
  for (const name of ['checkout', 'search', 'pay', 'maps'])
    await person.presses(person.field(`Select ${named(name)}`));
  const bar = person.page.getByRole('region', { name: 'Selected features' });
  await person.presses(person.button('Turn off', bar));

  // One of the four is off already.
  const dialog = person.dialog('Turn off 3 features in production');
  const part = (project) => dialog.getByRole('listitem').filter({ hasText: project });
  await person.sees(part(shop).getByText('will be turned off'));
  await person.sees(part(shop).getByText('(already off)'));
  await person.sees(part(bank).getByText('requires approvals'));
  await person.sees(part(travel).getByText('needs a reason'));
  await person.examines();
  assert.equal(await isOn(shop, named('checkout')), true, 'The preview changes nothing.');

  // A reason overrides the guard and, in an emergency, the approvals.
  await person.sees(dialog.getByText(/also turns off at once what requires approvals/));
  await person.types(dialog.getByLabel('Reason'), 'Incident 7');
  await person.presses(person.button('Turn off 3 features in production', dialog));
  await person.sees('3 features changed.');
  for (const [project, name] of [
    [shop, 'checkout'],
    [bank, 'pay'],
    [travel, 'maps'],
  ])
    assert.equal(await isOn(project, named(name)), false);

  await person.presses(person.button('Undo').first());
  await person.sees(person.page.getByText(/Undone in \d projects?\./));
  assert.equal(await isOn(shop, named('checkout')), true);
  assert.equal(await isOn(shop, named('search')), false);
});

journey('shows a switch when it is confirmed', async ({ person, service, named }) => {
  const checkout = named('checkout');
  const path = `/projects/default/features/${checkout}/environments/production`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${path}/on`);
  await person.signsIn({ path: `/features?q=${checkout}` });
  const itsSwitch = person.page.getByRole('switch', { name: `${checkout} in production` });
  await person.presses(itsSwitch);
  const dialog = person.dialog(`Turn off ${checkout} in production`);
  await person.sees(dialog.getByText('Connected SDK instances'));

  let answer;
  const frozen = new Promise((resolve) => (answer = resolve));
  await person.page.route(`**${path}/off*`, async (route) => {
    await frozen;
    await route.continue();
  });
  await person.presses(person.button('Turn off in production', dialog));
  await person.sees(person.page.getByText('Not confirmed yet'));
  await person.examines();
  assert.equal(await itsSwitch.isChecked(), true, 'Nothing is shown before it is known.');
  assert.equal(await person.button('Cancel', dialog).count(), 0, 'What was sent goes on.');
  await person.presses(person.button('Close', dialog).last());

  answer();
  await person.sees(`${checkout} is off in production.`);
  await person.sees(
    person.page.getByRole('switch', { name: `${checkout} in production`, checked: false }),
  );
  await person.examines();
});

journey('says what happened, and who may switch', async ({ person, meet, service, named }) => {
  const [checkout, vera] = ['checkout', 'vera'].map(named);
  const path = `/projects/default/features/${checkout}/environments/production`;
  await service.call('POST', '/projects/default/features', { name: checkout });
  await service.call('POST', `${path}/on`);
  await service.call('POST', `${path}/off`);
  await service.call('POST', '/user-admin', {
    ...{ username: vera, name: vera, password: PASSWORD, rootRole: 'Viewer' },
  });

  await person.signsIn({ path: '/audit' });
  const search = person.page.getByRole('searchbox').first();
  await person.types(search, 'turned off today');
  await search.press('Enter');
  await person.sees(person.page.getByText(`token admin turned the feature ${checkout} off`));
  await person.examines();

  const viewer = await meet();
  await viewer.signsIn({ username: vera, path: `/features?q=${checkout}` });
  await viewer.presses(viewer.page.getByRole('switch', { name: `${checkout} in production` }));
  const dialog = viewer.page.getByRole('dialog');
  await viewer.sees(dialog.getByText('Connected SDK instances'));
  await viewer.sees(dialog.getByText('admin'));
  await viewer.examines();
});
