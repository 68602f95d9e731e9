import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Profile } from '@node-saml/node-saml';
import type { Config } from '../../../../platform/config/config.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import { ApiError } from '../../../../platform/errors/api-error.js';
import { Sandbox } from '../../../../platform/sandbox/sandbox.js';
import type { Browser } from '../../session/session-opener.js';
import { BegunLogin } from '../login/login-cookie.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import { SsoLoginService } from '../login/sso-login.service.js';
import { UnreadableSecretError } from '../../../../core/auth/secret-box.js';
import { identityOf, termsOf } from './assertion.js';
import { AssertionStore } from './assertion-store.js';
import { callbackUrl, samlFor } from './saml-provider.js';
import {
  excessOf,
  SAML_VALIDATION,
  type SamlValidationInput,
  type SamlValidationResult,
  type VerifiedProfile,
} from './saml-validation.js';
import { SamlSettingsService, type UsableSamlSettings } from './saml-settings.service.js';

type Headers = Record<string, string | string[]>;

const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Signs users in with SAML 2.0. The provider makes the browser post its response across sites, and
 * such a request carries no `SameSite=Lax` cookie. So the response is verified and consumed at the
 * callback, and the session opened after a redirect, which does carry the cookie. This proves that
 * the browser is the one that started the login.
 */
@Injectable()
export class SamlLoginService {
  private readonly log = new Logger(SamlLoginService.name);

  constructor(
    private readonly settings: SamlSettingsService,
    private readonly assertions: AssertionStore,
    private readonly logins: SsoLoginService,
    private readonly sandbox: Sandbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts a login.
   * @param wanted The page of the console that the person wants, if known.
   * @returns Headers that redirect to the provider.
   * @throws SsoRefusal when it is not enabled or the provider cannot be reached.
   */
  async begin(address: string, wanted: string | undefined): Promise<Headers> {
    return this.logins.recorded({ protocol: 'saml', address }, async () => {
      const settings = await this.usable();
      const login = BegunLogin.begin(wanted);
      const saml = await samlFor(settings, this.config.publicUrl, requestIdOf(login));
      const url = await saml.getAuthorizeUrlAsync('', undefined, {});
      return { 'Set-Cookie': login.cookie(this.config.secureCookies), ...NO_STORE, Location: url };
    });
  }

  /**
   * Processes the provider's response.
   * @returns Headers that redirect to the second step.
   * @throws SsoRefusal when the response is invalid.
   */
  async receive(response: string, address: string): Promise<Headers> {
    return this.logins.recorded({ protocol: 'saml', address }, async () => {
      const settings = await this.usable();
      const attempt = await this.logins.attempt(address);
      const profile = await this.verified(response, settings);
      const terms = termsOf(profile, {
        issuer: settings.entityId,
        recipient: callbackUrl(this.config.publicUrl),
      });
      const ticket = await this.assertions.keep(terms, identityOf(profile, settings));
      await attempt.succeeded();
      return {
        ...NO_STORE,
        Location: `${this.config.basePath}/auth/saml/callback?ticket=${ticket}`,
      };
    });
  }

  /**
   * Signs in the person of a received response.
   * @returns Headers that open the session.
   * @throws SsoRefusal when this browser did not start the login.
   */
  async finish(ticket: string, browser: Browser): Promise<Headers> {
    const context = { protocol: 'saml', ...browser, address: browser.address ?? '' } as const;
    return this.logins.recorded(context, async () => {
      const settings = await this.usable();
      const login = BegunLogin.of(browser.cookie, this.config.secureCookies);
      const answer = await this.assertions.take(ticket);
      if (!login || answer?.requestId !== requestIdOf(login))
        throw new SsoRefusal('not-started-here');
      return this.logins.signIn(answer.content, settings, { ...context, wanted: login.wanted });
    });
  }

  /**
   * The SAML metadata of this service as XML.
   * @throws SsoRefusal when SAML is disabled.
   */
  async metadata(): Promise<string> {
    const saml = await samlFor(await this.usable(), this.config.publicUrl);
    const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
    const { privateKey, publicCert, ...options } = saml.options;
    // The metadata can only announce signed requests together with a certificate.
    return generateServiceProviderMetadata({
      ...options,
      ...(publicCert ? { privateKey, publicCerts: publicCert } : {}),
    });
  }

  /** The provider's logout URL; `undefined` when single logout is disabled. */
  async signOutUrl(session: Record<string, string>): Promise<string | undefined> {
    const settings = await this.settings.usable();
    if (!settings.signOutUrl) return undefined;
    const saml = await samlFor(settings, this.config.publicUrl);
    return saml.getLogoutUrlAsync(session as unknown as Profile, '', {});
  }

  private async usable(): Promise<UsableSamlSettings> {
    return this.settings.usable().catch((error: unknown) => {
      if (!(error instanceof UnreadableSecretError)) throw error;
      this.log.warn({ reason: 'not-usable', problem: error.message }, 'SAML failed.');
      throw new SsoRefusal('not-usable');
    });
  }

  /** @throws SsoRefusal when the response contains no valid signed assertion for this service. */
  private async verified(response: string, settings: UsableSamlSettings): Promise<VerifiedProfile> {
    const result = await this.validate({ response, settings, publicUrl: this.config.publicUrl });
    if (result.profile) return result.profile;
    this.log.warn({ reason: result.refusal, problem: result.problem }, 'SAML failed.');
    throw new SsoRefusal(result.refusal);
  }

  private async validate(input: SamlValidationInput): Promise<SamlValidationResult> {
    const excess = excessOf(input.response);
    if (excess) return { refusal: 'answer-invalid', problem: excess };
    try {
      return await this.sandbox.run(SAML_VALIDATION, input);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return { refusal: 'answer-invalid', problem: (error as Error).message };
    }
  }
}

function requestIdOf(login: BegunLogin): string {
  return `_${login.value('saml request')}`;
}
