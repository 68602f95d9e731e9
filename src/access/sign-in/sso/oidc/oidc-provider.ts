import { Inject, Injectable } from '@nestjs/common';
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
import type { Config } from '../../../../platform/config/config.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import { fetchFrom } from '../../../../platform/http/outgoing-fetch.js';
import { PrivateAddressError } from '../../../../platform/http/public-addresses.js';
import { tracing } from '../../../../platform/tracing/tracing.js';
import type { UsableOidcSettings } from './oidc-settings.service.js';

/**
 * How long discovery metadata is cached. Keys are fetched sooner when a token is signed by an
 * unknown one.
 */
const CACHED_MS = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
const PRIVATE_PROVIDER =
  'The identity provider, or an address in its metadata, is private. Set ' +
  'OIDC_ALLOW_PRIVATE_ADDRESSES=true if it may be called.';
const CLOCK_TOLERANCE_SECONDS = 30;

/** Discovers a provider's endpoints and capabilities. */
@Injectable()
export class OidcProvider {
  private known?: { key: string; until: number; configuration: Configuration };

  constructor(@Inject(CONFIG) private readonly config: Config) {}

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
      [customFetch]: (address, options) => this.fetch(address, options),
    });
    this.known = { key, until: Date.now() + CACHED_MS, configuration };
    return configuration;
  }

  /** Fetches with the headers that continue the trace, if there is one. */
  private fetch(address: string, options: CustomFetchOptions): Promise<Response> {
    const isPublicOnly = !this.config.oidcAllowPrivateAddresses;
    const send = (headers: Record<string, string>): Promise<Response> =>
      fetchFrom(address, { ...options, headers }, isPublicOnly).catch((error: unknown) => {
        // The library hides the messages of other errors.
        throw error instanceof PrivateAddressError ? new TypeError(PRIVATE_PROVIDER) : error;
      });
    const { current } = tracing;
    if (!current) return send(options.headers);
    return current.outgoing(options.method, new URL(address), (trace) =>
      send({ ...options.headers, ...trace }),
    );
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
