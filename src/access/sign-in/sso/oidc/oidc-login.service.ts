import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type Configuration,
  fetchUserInfo,
  type IDToken,
} from 'openid-client';
import type { Config } from '../../../../platform/config/config.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import { textsAt } from '../settings/claim-path.js';
import { emailAmong, type Identity, MAX_KEY_BYTES, nameOf } from '../identity/identity.js';
import type { Browser } from '../../session/session-opener.js';
import { BegunLogin } from '../login/login-cookie.js';
import { type RefusalReason, SsoRefusal } from '../login/sso-refusal.js';
import { SsoLoginService } from '../login/sso-login.service.js';
import { ID_TOKEN } from '../../session/sealed-sessions.js';
import { SecretBox, UnreadableSecretError } from '../../../../core/auth/secret-box.js';
import { OidcProvider } from './oidc-provider.js';
import { OidcSettingsService, type UsableOidcSettings } from './oidc-settings.service.js';

type Headers = Record<string, string | string[]>;
type Claims = Readonly<Record<string, unknown>>;

/** Signs users in with OpenID Connect: authorization code flow with PKCE, state and nonce. */
@Injectable()
export class OidcLoginService {
  private readonly log = new Logger(OidcLoginService.name);

  constructor(
    private readonly settings: OidcSettingsService,
    private readonly provider: OidcProvider,
    private readonly logins: SsoLoginService,
    private readonly box: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts a login.
   * @param wanted The page of the console that the person wants, if known.
   * @returns Headers that redirect to the provider.
   * @throws SsoRefusal when it is not enabled or the provider cannot be reached.
   */
  async begin(address: string, wanted: string | undefined): Promise<Headers> {
    return this.logins.recorded({ protocol: 'oidc', address }, async () => {
      const { settings, provider } = await this.prepared();
      const login = BegunLogin.begin(wanted);
      const parameters = { ...inquiry(settings, login), ...(await challenge(settings, login)) };
      const url = buildAuthorizationUrl(provider, {
        redirect_uri: this.callbackUrl,
        ...parameters,
      });
      return {
        'Set-Cookie': login.cookie(this.config.secureCookies),
        'Cache-Control': 'no-store',
        Location: url.href,
      };
    });
  }

  /**
   * Processes the provider's response.
   * @param search The query string of the callback.
   * @returns Headers that sign the user in.
   * @throws SsoRefusal when the response is invalid or the user may not sign in.
   */
  async finish(search: string, browser: Browser): Promise<Headers> {
    const context = { protocol: 'oidc', ...browser, address: browser.address ?? '' } as const;
    return this.logins.recorded(context, async () => {
      const { settings, provider } = await this.prepared();
      const login = BegunLogin.of(browser.cookie, this.config.secureCookies);
      if (!login || new URLSearchParams(search).get('state') !== login.value('oidc state'))
        throw new SsoRefusal('not-started-here');
      const identity = await this.identify(
        `${this.callbackUrl}${search}`,
        login,
        settings,
        provider,
      );
      return this.logins.signIn(identity, settings, { ...context, wanted: login.wanted });
    });
  }

  /** The provider's logout URL; `undefined` when single logout is disabled or unsupported. */
  async signOutUrl({ idToken }: Record<string, string>): Promise<string | undefined> {
    const settings = await this.settings.usable();
    if (!settings.enableSingleSignOut) return undefined;
    const provider = await this.provider.at(settings);
    const hint: Record<string, string> = idToken
      ? { id_token_hint: await this.box.open(ID_TOKEN, idToken) }
      : {};
    return buildEndSessionUrl(provider, {
      post_logout_redirect_uri: `${this.config.publicUrl}/`,
      ...hint,
    }).href;
  }

  private get callbackUrl(): string {
    return `${this.config.publicUrl}/auth/oidc/callback`;
  }

  private async prepared(): Promise<{ settings: UsableOidcSettings; provider: Configuration }> {
    const settings = await this.settings.usable().catch((error: unknown) => {
      throw error instanceof UnreadableSecretError ? this.failure('not-usable', error) : error;
    });
    const provider = await this.provider.at(settings).catch((error: unknown) => {
      throw this.failure('provider-unreachable', error);
    });
    return { settings, provider };
  }

  private async identify(
    url: string,
    login: BegunLogin,
    settings: UsableOidcSettings,
    provider: Configuration,
  ): Promise<Identity> {
    const tokens = await authorizationCodeGrant(provider, new URL(url), {
      expectedState: login.value('oidc state'),
      expectedNonce: login.value('oidc nonce'),
      idTokenExpected: true,
      ...(settings.enablePkce ? { pkceCodeVerifier: login.value('oidc verifier') } : {}),
    }).catch((error: unknown) => {
      throw this.failure(reasonOf(error), error);
    });
    const idToken = tokens.claims()!;
    requireContext(idToken, settings);
    const claims = await this.complete(idToken, tokens.access_token, settings, provider);
    const signOut: Record<string, string> = settings.enableSingleSignOut
      ? { idToken: await this.box.seal(ID_TOKEN, tokens.id_token!) }
      : {};
    return { ...identityOf(claims, settings), signOut };
  }

  /**
   * Adds claims of the userinfo endpoint that the ID token lacks. `email_verified` belongs to the
   * address next to it and is never combined with another address. Without it an address is
   * unverified.
   */
  private async complete(
    idToken: IDToken,
    accessToken: string,
    settings: UsableOidcSettings,
    provider: Configuration,
  ): Promise<Claims> {
    const { enableGroupSyncing, groupJsonPath = '' } = settings;
    const isEnough =
      idToken['email'] !== undefined &&
      (!enableGroupSyncing || textsAt(groupJsonPath, idToken).length > 0);
    const isVerificationKnown =
      idToken['email'] === undefined || idToken['email_verified'] !== undefined;
    if ((isEnough && isVerificationKnown) || !provider.serverMetadata().userinfo_endpoint)
      return idToken;
    const more = await fetchUserInfo(provider, accessToken, idToken.sub).catch((error: unknown) => {
      const refusal = this.failure(reasonOf(error), error);
      if (isEnough) return {};
      throw refusal;
    });
    const { email_verified: isVerified, ...others } = more as Record<string, unknown>;
    const isSameAddress = idToken['email'] === undefined || idToken['email'] === others['email'];
    return {
      ...others,
      ...(isSameAddress && isVerified !== undefined ? { email_verified: isVerified } : {}),
      ...idToken,
    };
  }

  /** Logs a failure for operators: error names and messages, but nothing that was sent. */
  private failure(reason: RefusalReason, error: unknown): SsoRefusal {
    const {
      name,
      message,
      code,
      cause,
      error: providerError,
    } = error as Error & { code?: string; error?: unknown };
    const { code: causeCode } = (cause ?? {}) as { code?: unknown };
    this.log.warn(
      {
        reason,
        problem: {
          name,
          message,
          code,
          ...(typeof providerError === 'string' ? { providerError } : {}),
          ...(typeof causeCode === 'string' ? { causeCode } : {}),
        },
      },
      'OpenID Connect failed.',
    );
    return new SsoRefusal(reason);
  }
}

/** The parameters of the authorization request. */
function inquiry(
  { addGroupsScope, acrValues }: UsableOidcSettings,
  login: BegunLogin,
): Record<string, string> {
  return {
    scope: `openid email profile${addGroupsScope ? ' groups' : ''}`,
    state: login.value('oidc state'),
    nonce: login.value('oidc nonce'),
    ...(acrValues ? { acr_values: acrValues } : {}),
  };
}

async function challenge(
  { enablePkce }: UsableOidcSettings,
  login: BegunLogin,
): Promise<Record<string, string>> {
  if (!enablePkce) return {};
  return {
    code_challenge: await calculatePKCECodeChallenge(login.value('oidc verifier')),
    code_challenge_method: 'S256',
  };
}

function reasonOf(error: unknown): RefusalReason {
  if (error instanceof AuthorizationResponseError) return 'provider-refused';
  if (
    error instanceof TypeError ||
    (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT')
  )
    return 'provider-unreachable';
  return 'answer-invalid';
}

function requireContext({ acr }: IDToken, { acrValues }: UsableOidcSettings): void {
  if (acrValues && !acrValues.split(/\s+/).includes(String(acr)))
    throw new SsoRefusal('context-too-weak');
}

function identityOf(
  claims: Claims,
  { enableGroupSyncing, groupJsonPath = '' }: UsableOidcSettings,
): Omit<Identity, 'signOut'> {
  const [issuer, subject] = [String(claims['iss']), String(claims['sub'])];
  if (Buffer.byteLength(issuer) > MAX_KEY_BYTES || Buffer.byteLength(subject) > MAX_KEY_BYTES)
    throw new SsoRefusal('answer-invalid');
  const email = emailAmong(claims['email']);
  const verified = claims['email_verified'];
  const name = nameOf(claims['name'], claims['given_name'], claims['family_name']);
  const groups = enableGroupSyncing ? textsAt(groupJsonPath, claims) : undefined;
  return {
    ...{ protocol: 'oidc', issuer, subject },
    ...(email ? { email } : {}),
    // Some providers send a string. Any other value does not verify the address.
    ...(verified === undefined || verified === null
      ? {}
      : { isEmailVerified: String(verified) === 'true' }),
    ...(name ? { name } : {}),
    ...(groups ? { groups } : {}),
  };
}
