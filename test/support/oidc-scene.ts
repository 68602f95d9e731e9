import { unique } from './given.js';
import { Browser, type Page, PUBLIC_URL } from './browser.js';
import { type Claims, CLIENT_ID, CLIENT_SECRET, OpenIdProvider } from './openid-provider.js';
import { type RecordedEvent, recorder } from './recorder.js';
import { TestService } from './service.js';

export const OIDC_SETTINGS = '/api/admin/auth/oidc/settings';
export const OIDC_LOGIN = '/auth/oidc/login';
/** Environment variables of a service with single sign-on. */
export const SSO_ENVIRONMENT = {
  UNLEASH_URL: PUBLIC_URL,
  ENCRYPTION_KEY: 'a-key-of-the-tests-with-32-characters',
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
  OIDC_ALLOW_PRIVATE_ADDRESSES: 'true',
  // A busy machine must not make the validation of a response expire.
  WORKER_TIME_LIMIT_MS: '20000',
};

export const newEmail = (): string => `${unique('person')}@example.com`;
export const isCallback = (url: URL): boolean =>
  url.href.startsWith(`${PUBLIC_URL}/auth/oidc/callback`);
export const isStartPage = (url: URL): boolean => url.href === `${PUBLIC_URL}/`;

/** A service and an OpenID provider for its users. */
export class OidcScene {
  /** The events since the previous call. */
  happened: () => Promise<RecordedEvent[]>;

  private constructor(
    readonly service: TestService,
    readonly provider: OpenIdProvider,
  ) {}

  static async start(): Promise<OidcScene> {
    const [service, provider] = await Promise.all([
      TestService.start(SSO_ENVIRONMENT),
      OpenIdProvider.start(),
    ]);
    return new OidcScene(service, provider);
  }

  async stop(): Promise<void> {
    await Promise.all([this.service.stop(), this.provider.stop()]);
  }

  /** Restores the settings with which every test begins. */
  async reset(): Promise<void> {
    await this.enable();
    this.provider.asked.splice(0);
    this.happened = await recorder(this.service, ['api-token-used', 'pat-used']);
  }

  /** Changes the OpenID Connect settings; users are created automatically by default. */
  async enable(properties: object = {}): Promise<void> {
    const discoverUrl = `${this.provider.issuer}/.well-known/openid-configuration`;
    const settings = {
      enabled: true,
      discoverUrl,
      clientId: CLIENT_ID,
      secret: CLIENT_SECRET,
      autoCreate: true,
      ...properties,
    };
    await this.service.api.post(OIDC_SETTINGS, settings).expect(200);
    await this.happened?.();
  }

  /** A browser whose user has these claims at the provider. */
  async browserOf(claims: Claims, acr?: string): Promise<Browser> {
    const account = unique('account');
    await this.provider.knows({ [account]: { email_verified: true, ...claims } }, acr);
    const browser = new Browser(this.service);
    browser.remember(this.provider.issuer, 'person', account);
    return browser;
  }

  signIn(browser: Browser): Promise<Page> {
    return browser.visit(OIDC_LOGIN, isStartPage);
  }

  /**
   * Creates a user before the sign-in.
   * @returns The id.
   */
  async user(email: string, rootRole = 'Viewer'): Promise<number> {
    const { body } = await this.service.api
      .post('/api/admin/user-admin', { email, rootRole })
      .expect(201);
    await this.happened();
    return body.id as number;
  }

  async userCount(): Promise<number> {
    return (await this.service.sql('SELECT FROM app_user')).length;
  }

  /** Expects that a sign-in was refused. */
  async expectRefusal(browser: Browser, page: Page, reason: string, status = 403): Promise<void> {
    expect([page.status, page.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toContain(reason);
    expect(browser.cookies.has('unleash-session')).toBe(false);
    const data = { authType: 'oidc', failureReason: reason };
    expect((await this.happened()).map(({ type, data: told }) => ({ type, data: told }))).toEqual([
      { type: 'user-login-failed', data },
    ]);
  }
}
