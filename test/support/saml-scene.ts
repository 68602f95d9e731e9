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

/** A service whose users sign in with SAML. */
export class SamlScene {
  /** The events since the previous call. */
  happened: () => Promise<RecordedEvent[]>;

  private constructor(readonly service: TestService) {}

  static async start(): Promise<SamlScene> {
    return new SamlScene(await TestService.start(SSO_ENVIRONMENT));
  }

  /** Restores the settings with which every test begins. */
  async reset(): Promise<void> {
    await this.enable();
    this.happened = await recorder(this.service, ['api-token-used', 'pat-used']);
  }

  /** Changes the SAML settings; users are created automatically by default. */
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
   * Completes a login: begins it, posts a response with this assertion, and follows the redirects.
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
