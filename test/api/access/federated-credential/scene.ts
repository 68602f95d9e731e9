import { ACCOUNTS } from '../../../support/access.js';
import type { HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { type IssuedClaims, TokenIssuer } from '../../../support/token-issuer.js';

export const CREDENTIALS = '/api/admin/federated-credentials';
export const EXCHANGE = '/auth/oidc/exchange';
export const AUDIENCE = 'https://flags.example.com';
export const SUBJECT = 'repo:acme/shop:ref:refs/heads/main';
/** Environment variables of a service that may ask an issuer of this machine. */
export const ENVIRONMENT = {
  OIDC_ALLOW_PRIVATE_ADDRESSES: 'true',
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
};

/** A service, an issuer that it trusts, and a service account. */
export class FederationScene {
  private constructor(
    readonly service: TestService,
    readonly issuer: TokenIssuer,
  ) {}

  static async start(): Promise<FederationScene> {
    return new FederationScene(await TestService.start(ENVIRONMENT), await TokenIssuer.start());
  }

  /** The same issuer with another service. */
  of(service: TestService): FederationScene {
    return new FederationScene(service, this.issuer);
  }

  async stop(): Promise<void> {
    await Promise.all([this.service.stop(), this.issuer.stop()]);
  }

  /**
   * Creates a service account.
   * @returns Its id.
   */
  async account(rootRole = 'Editor'): Promise<number> {
    const account = { username: unique('robot'), name: 'Robot', rootRole };
    const { body } = await this.service.api.post(ACCOUNTS, account).expect(201);
    return body.id as number;
  }

  /** A request for a credential, of a new service account unless one is given. */
  async wanted(properties: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return {
      name: unique('pipeline'),
      serviceAccountId: properties['serviceAccountId'] ?? (await this.account()),
      issuer: this.issuer.url,
      audience: AUDIENCE,
      subject: SUBJECT,
      ...properties,
    };
  }

  /** Creates a credential. */
  async credential(properties: Record<string, unknown> = {}) {
    const { body } = await this.service.api
      .post(CREDENTIALS, await this.wanted(properties))
      .expect(201);
    return body as { id: number; name: string; serviceAccountId: number };
  }

  /** Sends a token for exchange. */
  send(token: string, more: Record<string, string> = {}): HttpCall {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token: token,
      ...more,
    });
    return this.service.api
      .as()
      .post(EXCHANGE)
      .set({ 'content-type': 'application/x-www-form-urlencoded' })
      .send(form.toString());
  }

  /** A token of the issuer with the audience and subject of the credentials, or other claims. */
  token(claims: IssuedClaims = {}, issuer = this.issuer): Promise<string> {
    return issuer.token({ aud: AUDIENCE, sub: SUBJECT, ...claims });
  }
}
