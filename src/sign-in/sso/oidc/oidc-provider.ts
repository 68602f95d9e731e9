import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { UsableOidcSettings } from './oidc-settings.service.js';

/**
 * How long what the provider tells about itself is believed. Its keys are fetched anew in between
 * when a token is signed by an unknown one.
 */
const BELIEVED_MS = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;

/** Finds out where a provider has its endpoints, and how to speak to it. */
@Injectable()
export class OidcProvider {
  private known?: { key: string; until: number; configuration: Configuration };

  /**
   * @throws whatever fetch and the library throw when the provider cannot be reached or does not
   * describe itself.
   */
  async at(settings: UsableOidcSettings): Promise<Configuration> {
    const { discoverUrl, clientId, secret, idTokenSigningAlgorithm } = settings;
    const key = JSON.stringify([discoverUrl, clientId, secret, idTokenSigningAlgorithm]);
    if (this.known?.key === key && this.known.until > Date.now()) return this.known.configuration;
    const url = new URL(discoverUrl);
    const metadata = {
      id_token_signed_response_alg: idTokenSigningAlgorithm,
      [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
    const configuration = await discovery(url, clientId, metadata, inSupportedWay(secret), {
      execute: [
        enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
      timeout: TIMEOUT_SECONDS,
    });
    this.known = { key, until: Date.now() + BELIEVED_MS, configuration };
    return configuration;
  }
}

/**
 * Proves who we are in the header, which is the preset of OpenID Connect, or in the body where the
 * provider takes that alone.
 */
function inSupportedWay(secret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (provider, client, body, headers) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBodyOnly =
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (isBodyOnly ? inBody : inHeader)(provider, client, body, headers);
  };
}
