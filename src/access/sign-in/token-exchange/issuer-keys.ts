import { Inject, Injectable, Logger } from '@nestjs/common';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { fetchFrom } from '../../../platform/http/outgoing-fetch.js';
import { isLocalhost } from '../../../platform/http/public-addresses.js';
import { recentlyUsed } from '../../../platform/memory/recently-used.js';

/** The issuer of a token gave no keys to verify it with. */
export class IssuerUnreachableError extends ApiError {
  readonly status = 502;

  constructor() {
    super('The keys of the issuer cannot be fetched now. Try again later.');
  }
}

/** How long keys are used. */
const CACHED_MS = 10 * 60_000;
/** How often keys are fetched again because a token names an unknown one, at most. */
const REFRESH_MS = 60_000;
/** How long an issuer is not asked again that did not answer. */
const RETRY_MS = 10_000;
/** How long fetching takes at most, for the metadata and the keys together. */
const TIMEOUT_MS = 5_000;
const MAX_ISSUERS = 100;
const MAX_KEYS = 100;

type Keys = ReturnType<typeof createLocalJWKSet>;

interface Issuer {
  keys?: Keys;
  /** When the keys came, and when they were last asked for, in epoch milliseconds. */
  fetchedAt: number;
  askedAt: number;
  fetching?: Promise<Keys> | undefined;
}

/**
 * The public keys of issuers, which federated credentials name. Concurrent requests share a fetch,
 * and none holds a connection to PostgreSQL meanwhile.
 */
@Injectable()
export class IssuerKeys {
  private readonly log = new Logger(IssuerKeys.name);
  private readonly issuers = recentlyUsed<Issuer>(MAX_ISSUERS);

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws IssuerUnreachableError */
  async of(issuer: string): Promise<Keys> {
    const known = this.known(issuer);
    if (known.keys && Date.now() - known.fetchedAt < CACHED_MS) return known.keys;
    return this.asked(issuer, known);
  }

  /**
   * The keys after a token named one that is not among them; the same if they are recent.
   * @throws IssuerUnreachableError
   */
  async refreshed(issuer: string): Promise<Keys> {
    const known = this.known(issuer);
    if (known.keys && Date.now() - known.askedAt < REFRESH_MS) return known.keys;
    return this.asked(issuer, known);
  }

  private known(issuer: string): Issuer {
    let known = this.issuers.get(issuer);
    if (!known) this.issuers.set(issuer, (known = { fetchedAt: 0, askedAt: 0 }));
    return known;
  }

  private asked(issuer: string, known: Issuer): Promise<Keys> {
    if (known.fetching) return known.fetching;
    if (Date.now() - known.askedAt < RETRY_MS) throw new IssuerUnreachableError();
    known.askedAt = Date.now();
    known.fetching = this.fetch(issuer)
      .then((keys) => {
        known.fetchedAt = Date.now();
        return (known.keys = keys);
      })
      .catch((error: unknown) => {
        this.log.warn({ issuer, err: error }, 'The keys of an issuer could not be fetched.');
        throw new IssuerUnreachableError();
      })
      .finally(() => (known.fetching = undefined));
    return known.fetching;
  }

  private async fetch(issuer: string): Promise<Keys> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const metadata = await this.json(discovery, signal);
    if (metadata['issuer'] !== issuer) throw new Error('The metadata is of another issuer.');
    const set = await this.json(String(metadata['jwks_uri']), signal);
    if (!Array.isArray(set['keys']) || set['keys'].length > MAX_KEYS)
      throw new Error(`The answer is no set of at most ${MAX_KEYS} keys.`);
    return createLocalJWKSet(set as Record<string, unknown> & JSONWebKeySet);
  }

  private async json(address: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !isLocalhost(url)) throw new Error('It is not an HTTPS URL.');
    const isPublicOnly = !this.config.oidcAllowPrivateAddresses;
    const options = { method: 'GET', headers: { Accept: 'application/json' }, signal };
    const response = await fetchFrom(url.href, options, isPublicOnly);
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`It answered with ${response.status}.`);
    }
    return (await response.json()) as Record<string, unknown>;
  }
}
