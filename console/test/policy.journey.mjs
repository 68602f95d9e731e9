// Policies on save: the rules of a project are tried on what exists, and then refuse what breaks
// them. Turning off is never refused.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

journey('policies on save', async ({ person, service, named }) => {
  const [project, checkout, team] = ['shop', 'checkout', 'team'].map(named);
  const features = `/projects/${project}/features`;
  await service.call('POST', '/projects', { id: project, name: project });
  await service.call('POST', features, { name: checkout });

  await person.signsIn({ path: `/projects/${project}/settings` });
  await person.presses(person.link('Open the policy'));
  await person.types(person.field('Names of new features'), '[a-z]+\\.[a-z-]+');
  await person.types(person.field('Example of a name'), 'shop.basket');
  await person.types(person.field('Required tags'), team);
  await person.examines();
  await person.presses(person.button('Check what exists'));
  await person.sees(person.page.getByText('2 problems in 1 feature.'));
  const found = person.page.getByRole('table', { name: 'What breaks these rules' });
  await person.sees(found.getByText(/tag of the type/));
  await person.examines();
  await person.presses(person.button('Save'));
  await person.sees('The policy is saved.');

  await person.opens(`${features}/${checkout}`);
  await person.presses(person.page.getByRole('switch', { name: 'production' }));
  await person.sees(person.page.getByText(/requiredTags/));
  await person.examines();
  const at = `${features}/${checkout}/environments/production`;
  assert.equal((await service.call('GET', at)).enabled, false, 'It is refused.');

  await service.call('POST', '/tag-types', { name: team });
  await service.call('POST', `/features/${checkout}/tags`, { type: team, value: 'pay' });
  await person.presses(person.button('Turn on in production'));
  await person.sees(`${checkout} is on in production.`);
  assert.equal((await service.call('GET', at)).enabled, true);
});
