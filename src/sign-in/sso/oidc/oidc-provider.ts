import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  type CustomFetchOptions,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { tracing } from '../../../tracing/tracing.js';
import type { UsableOidcSettings } from './oidc-settings.service.js';

/**
 * How long discovery metadata is cached. Keys are fetched sooner when a token is signed by an
 * unknown one.
 */
const CACHED_MS = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;

/** Discovers a provider's endpoints and capabilities. */
@Injectable()
export class OidcProvider {
  private known?: { key: string; until: number; configuration: Configuration };

  /**
   * @throws errors of fetch and the library when the provider cannot be reached or its metadata is
   * invalid.
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
      [customFetch]: tracedFetch,
    });
    this.known = { key, until: Date.now() + CACHED_MS, configuration };
    return configuration;
  }
}

/**
 * Authenticates in the header, the default of OpenID Connect, or in the body if the provider only
 * supports that.
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

/** Fetches with the headers that continue the trace, if there is one. */
function tracedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const { current } = tracing;
  if (!current) return fetch(url, options as RequestInit);
  return current.outgoing(options.method, new URL(url), (trace) =>
    fetch(url, { ...options, headers: { ...options.headers, ...trace } } as RequestInit),
  );
}
