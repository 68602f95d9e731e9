import { Browser } from '../../../support/browser.js';
import { expectResponsive } from '../../../support/event-loop.js';
import { newEmail, SSO_ENVIRONMENT } from '../../../support/oidc-scene.js';
import {
  CALLBACK,
  ENTITY_ID,
  messageIn,
  response,
  signedAssertion,
} from '../../../support/saml-answer.js';
import { KEYS } from '../../../support/saml-keys.js';
import { TestService } from '../../../support/service.js';

const LOGIN = '/auth/saml/login';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ ...SSO_ENVIRONMENT, SIMPLE_LOGIN_LIMIT_PER_MINUTE: '3' });
  const certificate = KEYS.provider.certificate;
  const settings = {
    enabled: true,
    entityId: ENTITY_ID,
    signOnUrl: 'https://provider.example.com/sign-on',
    certificate,
    autoCreate: true,
  };
  await service.api.post('/api/admin/auth/saml/settings', settings).expect(200);
});
afterAll(() => service.stop());
beforeEach(() => service.sql('DELETE FROM attempt'));

const post = async (answer: string): Promise<[number, string]> => {
  const page = await new Browser(service).request('POST', CALLBACK, { SAMLResponse: answer });
  return [page.status, page.text];
};
/** An unsigned response with a number of elements, as attributes of the assertion or elsewhere. */
const elements = (count: number): string => response(`<a>${'<b/>'.repeat(count)}</a>`);

test.each([
  ['more elements than a response may have', 70_000],
  ['as many elements as a response may have', 9_900],
])('%s do not keep others waiting', async (_, count) => {
  const answer = elements(count);
  await expectResponsive(async () => {
    const [status, text] = await post(answer);
    expect([status, text.includes('answer-invalid')]).toEqual([403, true]);
  });
});

test('an answer with a document type is refused', async () => {
  const xml = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">]><r>${'&a;'.repeat(20_000)}</r>`;
  expect(await post(Buffer.from(xml).toString('base64'))).toEqual([
    403,
    expect.stringContaining('answer-invalid'),
  ]);
});

async function signIn(): Promise<number> {
  const browser = new Browser(service);
  const requestId = /\bID="([^"]+)"/.exec(
    messageIn(new URL((await browser.request('GET', LOGIN)).location!)),
  )![1]!;
  const answer = response(signedAssertion({ nameId: newEmail(), inResponseTo: requestId }));
  return (await browser.request('POST', CALLBACK, { SAMLResponse: answer })).status;
}

test('refusals are limited, and keep nobody out who shares the address', async () => {
  for (let count = 0; count < 5; count++) expect(await signIn()).toBe(303);

  const statuses = await Promise.all(
    Array.from({ length: 6 }, () => post(elements(10)).then(([status]) => status)),
  );

  expect(statuses.sort()).toEqual([403, 403, 403, 429, 429, 429]);
  expect(await signIn()).toBe(303);
});
