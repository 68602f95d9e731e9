import { emailAmong } from '../../../../src/access/sign-in/sso/identity/identity.js';
import { identityOf } from '../../../../src/access/sign-in/sso/saml/assertion.js';
import { toEmail } from '../../../../src/access/people/user/user-writer.js';

const KELVIN = '\u212a';
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const subjectOf = (nameID: string): string =>
  identityOf(
    { nameID, nameIDFormat: EMAIL_ADDRESS, issuer: 'i', assertion: {} } as never,
    { entityId: 'i' } as never,
  ).subject;

test('letter case makes no difference in e-mail addresses', () => {
  expect(emailAmong(' Mak@EXAMPLE.com ')).toBe('mak@example.com');
  expect(toEmail('Mak@EXAMPLE.com')).toBe('mak@example.com');
  expect(subjectOf('Mak@EXAMPLE.com')).toBe('mak@example.com');
  expect(emailAmong('\u00c4rger@EXAMPLE.com')).toBe('\u00e4rger@example.com');
});

test.each([
  `ma${KELVIN}@example.com`,
  `mak@example.com`.replace('e', '\u0435'),
  '\u0130da@example.com',
])('an address that only looks like another one is another one: %s', (email) => {
  for (const ascii of ['mak@example.com', 'ida@example.com']) {
    expect(emailAmong(email)).not.toBe(ascii);
    expect(toEmail(email)).not.toBe(ascii);
    expect(subjectOf(email)).not.toBe(ascii);
  }
});
