// Access for a time: somebody asks for a role, the owner gives it for less time, and it ends by
// itself; the next one is taken before its time.
import assert from 'node:assert/strict';
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

const ALONE = { isAlone: true };
const LACK = 'You need the permission UPDATE_FEATURE_ENVIRONMENT for this.';

journey('access for a time', ALONE, async ({ person: lena, meet, service, named }) => {
  const [project, checkout, username] = [named('shop'), named('checkout'), named('lena')];
  const path = `/projects/${project}/features/${checkout}`;
  await service.call('POST', '/projects', { id: project, name: project, mode: 'protected' });
  await service.call('POST', `/projects/${project}/features`, { name: checkout });
  await service.call('POST', '/user-admin', {
    ...{ username, name: username, password: PASSWORD, rootRole: 'Viewer' },
  });
  const owner = await meet();

  await lena.signsIn({ username, path });
  await lena.presses(lena.page.getByRole('switch', { name: 'production' }));
  await lena.sees(LACK);
  await lena.examines();
  await lena.presses(lena.link('Ask for access for a time'));
  await asks(lena, project, 'INC-4711: nobody can pay');

  await owner.signsIn({ path: '/access-requests' });
  await owner.sees(owner.page.getByRole('table', { name: 'Waiting for your decision' }));
  await owner.examines();
  await owner.presses(owner.button(`Approve: Member for ${username}`));
  const approval = owner.dialog(`Give ${username} the role Member for a time`);
  await owner.sees(approval.getByText('INC-4711: nobody can pay'));
  await owner.types(owner.field('Minutes', approval), '30');
  await owner.types(owner.field('Comment', approval), 'Tell us when it is over.');
  await owner.examines();
  await owner.presses(owner.button('Approve', approval));
  await owner.sees(`${username} has the role now.`);

  await lena.sees('Active until');
  await lena.sees('Tell us when it is over.');
  await lena.examines();
  await lena.opens(path);
  await lena.presses(lena.page.getByRole('switch', { name: 'production' }));
  await lena.presses(lena.button('Turn on in production'));
  await lena.sees(`${checkout} is on in production.`);

  await service.sql(`UPDATE access_request SET expires_at = now() WHERE project = $1`, [project]);
  await lena.opens('/access-requests');
  await lena.sees(lena.page.getByText('Ended', { exact: true }));
  await lena.examines();
  await lena.opens(path);
  await lena.presses(lena.page.getByRole('switch', { name: 'production' }));
  await lena.sees('You need one of these permissions for this');
  const at = await service.call('GET', `${path}/environments/production`);
  assert.equal(at.enabled, true, 'What has ended allows nothing.');
});

/** Asks for the role Member in production, in an emergency. */
async function asks(person, project, reason) {
  await person.sees('You have asked for nothing');
  await person.examines();
  await person.presses(person.button('Ask for access'));
  const form = person.dialog('Ask for access');
  await person.chooses(person.field('Project', form), project);
  await person.chooses(person.field('Role', form), 'Member');
  await person.chooses(person.field('Environment', form), 'production');
  await person.chooses(person.field('For how long', form), '1 hour');
  await person.types(person.field('Reason', form), reason);
  await person.presses(form.getByRole('checkbox', { name: 'It is an emergency' }));
  await person.examines();
  await person.presses(person.button('Ask for access', form));
  await person.sees('You have asked.');
  await person.sees(person.page.getByText('Waits for a decision'));
  await person.examines();
}
