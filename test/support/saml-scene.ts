import { Browser, type Page } from './browser.js';
import { SSO_ENVIRONMENT } from './oidc-scene.js';
import { type RecordedEvent, recorder } from './recorder.js';
import {
  type Assertion,
  CALLBACK,
  ENTITY_ID,
  messageIn,
  response,
  signedAssertion,
} from './saml-answer.js';
import { KEYS } from './saml-keys.js';
import { TestService } from './service.js';

const SETTINGS = '/api/admin/auth/saml/settings';

/** A service to which people sign in by SAML. */
export class SamlScene {
  /** What was recorded since this was asked last. */
  happened: () => Promise<RecordedEvent[]>;

  private constructor(readonly service: TestService) {}

  static async start(): Promise<SamlScene> {
    // A machine that is busy with other tests must not make answers invalid.
    const environment = { ...SSO_ENVIRONMENT, WORKER_TIME_LIMIT_MS: '20000' };
    return new SamlScene(await TestService.start(environment));
  }

  /** Goes back to the settings that the next test begins with. */
  async reset(): Promise<void> {
    await this.enable();
    this.happened = await recorder(this.service, ['api-token-used', 'pat-used']);
  }

  /** Sets how people sign in; users are created unless told otherwise. */
  async enable(properties: object = {}): Promise<void> {
    const provider = {
      entityId: ENTITY_ID,
      signOnUrl: 'https://provider.example.com/sign-on',
      certificate: KEYS.provider.certificate,
    };
    await this.service.api
      .post(SETTINGS, {
        enabled: true,
        ...provider,
        spCertificate: '',
        autoCreate: true,
        ...properties,
      })
      .expect(200);
    await this.happened?.();
  }

  /**
   * Goes all the way: a login is begun, answered by an assertion that says this, and what that
   * leads to is visited.
   */
  async signIn(said: Partial<Assertion>): Promise<{ browser: Browser; page: Page }> {
    const browser = new Browser(this.service);
    const { location } = await browser.request('GET', '/auth/saml/login');
    const requestId = /\bID="([^"]+)"/.exec(messageIn(new URL(location!)))![1]!;
    const answer = response(signedAssertion({ inResponseTo: requestId, ...said }));
    const page = await browser.request('POST', CALLBACK, { SAMLResponse: answer });
    return {
      browser,
      page: page.location === null ? page : await browser.request('GET', page.location),
    };
  }
}
