// An authenticator app, which somebody sets up on the page Security.
import { generate } from 'otplib';

/** How long a code is shown. */
const PERIOD_S = 30;

/**
 * Opens the dialog that sets up an app.
 * @returns The dialog, and the secret that it shows.
 */
export async function opensSetUp(person) {
  await person.presses(person.button('Set up an app'));
  const dialog = person.dialog('Set up an app');
  return { dialog, secret: await person.field('Secret', dialog).textContent() };
}

/**
 * Activates the app with its first code, and confirms that the recovery codes are saved.
 * @returns The recovery codes.
 */
export async function activates(person, { dialog, secret }) {
  await person.types(person.field('First code of the app', dialog), await codeOf(secret));
  await person.presses(person.button('Activate the app', dialog));
  const codes = (await person.field('Recovery codes').textContent()).split('\n');
  await person.examines();
  await person.presses(person.button('I have saved it'));
  await person.sees(`${codes.length} codes left`);
  return codes;
}

/** The next code of the app: the present one has been used to activate it, and works once. */
export const nextCodeOf = (secret) => codeOf(secret, PERIOD_S);

const codeOf = (secret, later = 0) => generate({ secret, epoch: Date.now() / 1000 + later });
