// An administrator sets single sign-on up in the console, and people sign in by it: with OpenID
// Connect, then with a second factor too, and with SAML. They land on the page that they wanted.
// Whoever is refused reads why, and finds the way back.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';
import { startOpenIdProvider, startSamlProvider } from './support/identity-providers.mjs';
import { activates, nextCodeOf, opensSetUp } from './support/authenticator-app.mjs';

/** A page that people want before they have signed in, with a filter in its address. */
const WANTED = '/features?q=checkout';

const environment = (url) => ({
  UNLEASH_URL: url,
  OIDC_ALLOW_PRIVATE_ADDRESSES: 'true',
});

journey(
  'signs in with OpenID Connect',
  { environment },
  async ({ person, meet, service, named }) => {
    const provider = await startOpenIdProvider(service);
    try {
      const email = `${named('ada')}@example.com`;
      await provider.knows({
        ada: { email, email_verified: true, name: 'Ada' },
        eve: { name: 'Eve' },
      });
      await setUpOidc(person, provider);

      const ada = await meet();
      await provider.recognizes(ada, 'ada');
      await signInBy(ada, 'Sign in with OpenID Connect', '/profile');
      await seesOwn(ada, email);
      await ada.signsOut();

      const eve = await meet();
      await provider.recognizes(eve, 'eve');
      await isRefused(eve, 'Sign in with OpenID Connect', /did not send your e-mail address/);
    } finally {
      await provider.stop();
    }
  },
);

journey(
  'confirms a sign-in with OpenID Connect by a second factor',
  { environment },
  async ({ person, meet, service, named }) => {
    const provider = await startOpenIdProvider(service);
    try {
      await provider.knows({ ada: { email: `${named('ada')}@example.com`, email_verified: true } });
      await setUpOidc(person, provider);
      const security = await opensSettings(person, 'Sessions and second factors');
      const afterSso = 'Ask for the second factor after single sign-on, too';
      await person.ticks(person.field(afterSso, security));
      await saves(person, 'Sessions and second factors');

      const ada = await meet();
      const begins = async (wanted) => {
        // Signing out clears the cookies of the host, which are the provider's, too.
        await provider.recognizes(ada, 'ada');
        await signInBy(ada, 'Sign in with OpenID Connect', wanted);
      };
      await begins('/profile/security');
      const app = await opensSetUp(ada);
      const codes = await activates(ada, app);
      await ada.signsOut();

      await begins(WANTED);
      await ada.sees(ada.heading('Confirm that it is you'));
      await ada.types(ada.field('Code'), '000000');
      await ada.presses(ada.button('Sign in'));
      await ada.sees(ada.page.getByRole('alert'));
      await ada.examines();
      await ada.types(ada.field('Code'), await nextCodeOf(app.secret));
      await ada.presses(ada.button('Sign in'));
      await lands(ada);
      await ada.signsOut();

      await begins(WANTED);
      await ada.presses(ada.button('Sign in another way'));
      await ada.presses(ada.link('Sign in with OpenID Connect'));
      await ada.presses(ada.button('Use a recovery code'));
      await ada.types(ada.field('Recovery code'), codes[0]);
      await ada.examines();
      await ada.presses(ada.button('Sign in'));
      await lands(ada);
    } finally {
      await provider.stop();
    }
  },
);

journey('signs in with SAML', { environment }, async ({ person, meet, service, named }) => {
  const email = `${named('grace')}@example.com`;
  const said = { nameId: email };
  const provider = await startSamlProvider(service, said);
  try {
    await setUp(person, 'SAML', {
      'Entity ID of the provider': provider.entityId,
      'Single sign-on URL': provider.signOnUrl,
      'Certificate of the provider': provider.certificate,
    });

    const grace = await meet();
    await signInBy(grace, 'Sign in with SAML', '/profile');
    await seesOwn(grace, email);
    await grace.signsOut();

    said.audience = 'https://another-service.example.com';
    const other = await meet();
    await isRefused(other, 'Sign in with SAML', /is not valid, so you were not signed in/);
  } finally {
    await provider.stop();
  }
});

const setUpOidc = (person, { issuer, client }) =>
  setUp(person, 'OpenID Connect', {
    'URL of the provider': issuer,
    'Client ID': client.id,
    'Client secret': client.secret,
  });

/** Sets a way to sign in up, for people whom the service does not know yet. */
async function setUp(person, kind, values) {
  await person.signsIn({ path: '/sign-on' });
  const form = await opensSettings(person, kind);
  await person.ticks(person.field('Enabled', form));
  for (const [label, value] of Object.entries(values))
    await person.types(person.field(label, form), value);
  await person.ticks(person.field('Create unknown users at their first sign-in', form));
  await person.examines();
  await saves(person, kind);
  await person.examines();
}

async function opensSettings(person, kind) {
  await person.presses(person.button(`Change: ${kind}`));
  return person.dialog(`Change: ${kind}`);
}

async function saves(person, kind) {
  await person.presses(person.button('Save', person.dialog(`Change: ${kind}`)));
  await person.sees(`${kind}: the settings are saved.`);
}

async function signInBy(person, way, wanted = '/') {
  await person.opens(wanted);
  await person.sees(person.link(way));
  await person.examines();
  await person.presses(person.link(way));
}

/** Sees the wanted page, which shows the person that the provider told of. */
async function seesOwn(person, email) {
  await person.page.waitForURL('**/profile');
  await person.sees(person.page.getByRole('main').getByText(email));
}

/** Sees the page that was wanted before signing in, with its filter. */
async function lands(person) {
  await person.page.waitForURL(`**${WANTED}`);
  await person.sees(person.heading('Features'));
}

async function isRefused(person, way, reason) {
  await signInBy(person, way);
  await person.page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  assert.match(await person.page.getByRole('main').textContent(), reason);
  await person.examines();
  await person.presses(person.link('Back to the sign-in page'));
  await person.sees(person.link(way));
}
