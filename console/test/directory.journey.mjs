// A directory: turned on with a token, it creates people, who are managed there from then on.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

journey('connects a directory', { isAlone: true }, async ({ person, named }) => {
  const userName = named('ada');
  await person.signsIn({ path: '/sign-on' });
  const section = person.page.getByRole('region', { name: 'Directory (SCIM)' });
  await person.presses(person.button('Change: Directory (SCIM)', section));
  const dialog = person.dialog('Change: Directory (SCIM)');
  await person.ticks(dialog.getByLabel('A directory manages users and groups'));
  await person.examines();
  await person.presses(person.button('Save', dialog));
  await person.sees('Directory (SCIM): the settings are saved.');

  await person.presses(person.button('Generate token', section));
  await person.presses(person.button('Generate token', person.dialog('Generate token')));
  const shown = person.dialog('Directory (SCIM)');
  await person.sees(shown);
  const secret = await shown.getByLabel('Token generated', { exact: true }).textContent();
  await person.examines();
  await person.presses(person.button('I have saved it', shown));
  const address = await section.getByText(/\/scim\/v2/).textContent();
  assert.equal((await provision(person.url, address, secret, userName)).status, 201);

  await person.opens('/users');
  const row = person.page.getByRole('row').filter({ hasText: userName });
  await person.sees(row);
  await person.examines();
});

/** Creates somebody as a directory does. */
function provision(url, address, secret, userName) {
  return fetch(new URL(`${new URL(address).pathname}/Users`, url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/scim+json' },
    body: JSON.stringify({ schemas: [USER], userName, active: true }),
  });
}
