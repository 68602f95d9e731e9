// A second factor: set up an app, sign in with its code, and without the phone by a recovery code.
import assert from 'node:assert/strict';
import { activates, nextCodeOf, opensSetUp } from './support/authenticator-app.mjs';
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

journey('second factor', async ({ person, service, named }) => {
  const username = named('nora');
  await service.call('POST', '/user-admin', {
    ...{ username, password: PASSWORD, rootRole: 'Viewer' },
  });

  await person.signsIn({ username, path: '/profile' });
  await person.presses(person.link('Security'));
  const app = await opensSetUp(person);
  await person.types(person.field('First code of the app', app.dialog), '000000');
  await person.presses(person.button('Activate the app', app.dialog));
  await person.sees(app.dialog.getByRole('alert'));
  await person.examines();
  const codes = await activates(person, app);
  await person.examines();

  await person.signsOut();
  await person.entersPassword({ username });
  await person.sees(person.heading('Confirm that it is you'));
  await person.examines();
  await person.types(person.field('Code'), await nextCodeOf(app.secret));
  await person.presses(person.button('Sign in'));
  await person.sees(person.heading('Home'));

  await person.signsOut();
  await person.entersPassword({ username });
  await person.presses(person.button('Use a recovery code'));
  await person.types(person.field('Recovery code'), codes[0]);
  await person.examines();
  await person.presses(person.button('Sign in'));
  await person.sees(person.heading('Home'));
  await person.opens('/profile/security');
  await person.sees(`${codes.length - 1} codes left`);
  assert.equal(await person.button('Set up an app').count(), 0);
});
