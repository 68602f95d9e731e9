// A private project: who is not a member does not see it, and gets in by invitation.
import assert from 'node:assert/strict';
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

journey('private project', async ({ person: admin, meet, service, named }) => {
  const [project, name, checkout] = [named('payments'), named('Payments'), named('checkout')];
  const username = named('lena');
  await service.call('POST', '/projects', { id: project, name });
  await service.call('POST', `/projects/${project}/features`, { name: checkout });
  await service.call('POST', '/user-admin', {
    ...{ username, name: username, password: PASSWORD, rootRole: 'Viewer' },
  });
  const lena = await meet();

  await admin.signsIn({ path: `/projects/${project}/settings` });
  await admin.presses(admin.button('Edit'));
  const form = admin.dialog('General');
  await admin.chooses(admin.field('Who may take part', form), 'Private: only members see it');
  await admin.examines();
  await admin.presses(admin.button('Save', form));
  await admin.sees('General: saved.');
  await admin.examines();

  await lena.signsIn({ username, path: '/projects' });
  await lena.sees(lena.link('Default'));
  assert.equal(await lena.link(name).count(), 0, 'A private project is not in the list.');
  await lena.examines();
  await lena.opens(`/projects/${project}/features/${checkout}`);
  await lena.sees('you may not see it');
  await lena.examines();

  await admin.presses(admin.link('Access'));
  await admin.presses(admin.button('Give access'));
  const access = admin.dialog('Give access');
  await admin.picks(access.getByRole('combobox', { name: 'Users' }), username);
  await admin.picks(access.getByRole('combobox', { name: 'Roles' }), 'Member');
  await admin.examines();
  await admin.presses(admin.button('Give access', access));
  await admin.sees('Access is given.');
  await admin.sees(admin.page.getByRole('table', { name: 'Users' }).getByText(username));
  await admin.examines();

  await lena.opens('/projects');
  await lena.presses(lena.link(name));
  await lena.sees(lena.heading(name));
  await lena.presses(lena.link('Settings'));
  const edit = lena.button('Edit');
  await lena.presses(edit);
  await lena.sees(lena.page.getByRole('status').getByText(/UPDATE_PROJECT/));
  await lena.examines();
  assert.equal(await edit.getAttribute('aria-disabled'), 'true');
});
