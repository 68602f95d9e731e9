// A second factor: set up an app, sign in with its code, and without the phone by a recovery code.
import assert from 'node:assert/strict';
import { generate } from 'otplib';
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

const PERIOD_S = 30;

journey(
  'second factor',
  async ({ person, service, named }) => {
    const username = named('nora');
    await service.call('POST', '/user-admin', {
      ...{ username, password: PASSWORD, rootRole: 'Viewer' },
    });

    await person.signsIn({ username, path: '/profile' });
    await person.presses(person.link('Security'));
    await person.presses(person.button('Set up an app'));
    const dialog = person.dialog('Set up an app');
    const secret = await person.field('Secret', dialog).textContent();
    await person.types(person.field('First code of the app', dialog), '000000');
    await person.presses(person.button('Activate the app', dialog));
    await person.sees(dialog.getByRole('alert'));
    await person.examines();
    await person.types(person.field('First code of the app', dialog), await codeOf(secret));
    await person.presses(person.button('Activate the app', dialog));

    const codes = (await person.field('Recovery codes').textContent()).split('\n');
    await person.examines();
    await person.presses(person.button('I have saved it'));
    await person.sees(`${codes.length} codes left`);
    await person.examines();

    await person.signsOut();
    await person.entersPassword({ username });
    await person.sees(person.heading('Confirm that it is you'));
    await person.examines();
    // A code is accepted once, so this is the next one.
    await person.types(person.field('Code'), await codeOf(secret, PERIOD_S));
    await person.presses(person.button('Sign in'));
    await person.sees(person.heading('Features'));

    await person.signsOut();
    await person.entersPassword({ username });
    await person.presses(person.button('Use a recovery code'));
    await person.types(person.field('Recovery code'), codes[0]);
    await person.examines();
    await person.presses(person.button('Sign in'));
    await person.sees(person.heading('Features'));
    await person.opens('/profile/security');
    await person.sees(`${codes.length - 1} codes left`);
    assert.equal(await person.button('Set up an app').count(), 0);
  },
  { environment: { ENCRYPTION_KEY: 'a-key-of-the-tests-that-is-long-enough' } },
);

/** The code that the app shows, in some seconds. */
const codeOf = (secret, later = 0) => generate({ secret, epoch: Date.now() / 1000 + later });
