import { Inject, Injectable, Logger } from '@nestjs/common';
import { generateServiceProviderMetadata, type Profile } from '@node-saml/node-saml';
import type { Config } from '../../../config/config.js';
import { CONFIG } from '../../../config/config.module.js';
import { ApiError } from '../../../errors/api-error.js';
import { Sandbox } from '../../../sandbox/sandbox.js';
import type { Browser } from '../../session/session-opener.js';
import { BegunLogin } from '../login/login-cookie.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import { SsoLoginService } from '../login/sso-login.service.js';
import { UnreadableSecretError } from '../settings/secret-box.js';
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
 * Signs people in by SAML 2.0. The provider has the browser post its answer across sites, and such
 * a request carries no `SameSite=Lax` cookie. So the answer is checked and used up where it is
 * posted, and the person let in where the browser is redirected to then, which does carry the
 * cookie: so it is the browser that began, and no other into which somebody has put an answer about
 * themselves.
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

  /** Begins a login. @returns The headers that lead to the provider. @throws SsoRefusal */
  async begin(address: string): Promise<Headers> {
    return this.logins.recorded({ protocol: 'saml', address }, async () => {
      const settings = await this.usable();
      const login = BegunLogin.begin();
      const url = await samlFor(
        settings,
        this.config.publicUrl,
        requestIdOf(login),
      ).getAuthorizeUrlAsync('', undefined, {});
      return { 'Set-Cookie': login.cookie(this.config.secureCookies), ...NO_STORE, Location: url };
    });
  }

  /**
   * Takes the answer of the provider. @returns The headers that lead the browser to where the
   * person is let in. @throws SsoRefusal
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
   * Lets the person in whom a received answer is about. @returns The headers that do so. @throws
   * SsoRefusal when it is not this browser that began.
   */
  async finish(ticket: string, browser: Browser): Promise<Headers> {
    const context = { protocol: 'saml', ...browser, address: browser.address ?? '' } as const;
    return this.logins.recorded(context, async () => {
      const settings = await this.usable();
      const login = BegunLogin.of(browser.cookie, this.config.secureCookies);
      const answer = await this.assertions.take(ticket);
      if (!login || answer?.requestId !== requestIdOf(login))
        throw new SsoRefusal('not-started-here');
      return this.logins.signIn(answer.content, settings, context);
    });
  }

  /**
   * What the provider is told of this service, in XML. @throws SsoRefusal when SAML is not enabled.
   */
  async metadata(): Promise<string> {
    const saml = samlFor(await this.usable(), this.config.publicUrl);
    const { privateKey, publicCert, ...options } = saml.options;
    // without a certificate to show, that requests are signed cannot be told
    return generateServiceProviderMetadata({
      ...options,
      ...(publicCert ? { privateKey, publicCerts: publicCert } : {}),
    });
  }

  /**
   * Where somebody signs out at the provider who has signed in there; `undefined` where that is not
   * wanted.
   */
  async signOutUrl(session: Record<string, string>): Promise<string | undefined> {
    const settings = await this.settings.usable();
    if (!settings.signOutUrl) return undefined;
    return samlFor(settings, this.config.publicUrl).getLogoutUrlAsync(
      session as unknown as Profile,
      '',
      {},
    );
  }

  private async usable(): Promise<UsableSamlSettings> {
    return this.settings.usable().catch((error: unknown) => {
      if (!(error instanceof UnreadableSecretError)) throw error;
      this.log.warn({ reason: 'not-usable', problem: error.message }, 'SAML failed.');
      throw new SsoRefusal('not-usable');
    });
  }

  /**
   * @throws SsoRefusal when the answer holds no assertion that is signed, for us, and good at this
   * time.
   */
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
