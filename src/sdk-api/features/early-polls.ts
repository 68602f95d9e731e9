import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../auth/caller/caller.js';
import { CallerLookup } from '../../auth/caller-lookup.js';
import { RequestQuota } from '../../auth/limits/request-quota.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Meters } from '../../operations/meters.js';
import { tracing } from '../../tracing/tracing.js';
import { type Polling, SdkConnections } from '../delivery/sdk-connections.js';
import { type ClientQuery, SPEC } from '../query/client-query.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import { ServedFeatures } from '../snapshot/served-features.js';

/** Upper bounds on remembered polls, and on the length of what distinguishes them. */
const MAX_POLLS = 10_000;
const MAX_KEY_LENGTH = 1_000;

/** The names of headers as they were written, which the type of responses lacks. */
interface RawHeaderNames {
  getRawHeaderNames(): string[];
}

/** A poll that was answered with 304 on the ordinary way. */
interface KnownPoll {
  readonly secret: string;
  caller: Caller;
  /** The SDK, unless it does not name itself. */
  readonly polling: Polling | undefined;
  /** Key of the route in the metrics. */
  readonly route: string;
  /** The state that the SDK has, by its environment and version, and its tag. */
  readonly environment: string;
  readonly version: number;
  readonly etag: string;
  /** The headers of the answer: names and values in turn. */
  readonly headers: readonly string[];
}

/**
 * Answers polls of SDKs that find nothing new before Express and Nest do. A poll is remembered when
 * it was answered with 304 on the ordinary way. It is answered early if everything is as it was
 * then: the same address, token, tag and caller, whose lookup is less than a second old, and the
 * same state, which includes all local commits. Everything else goes the ordinary way.
 */
@Injectable()
export class EarlyPolls {
  private readonly known = new LRUCache<string, KnownPoll>({ max: MAX_POLLS });
  private readonly isOn: boolean;

  constructor(
    private readonly callers: CallerLookup,
    private readonly quota: RequestQuota,
    private readonly served: ServedFeatures,
    private readonly connections: SdkConnections,
    private readonly meters: Meters,
    @Inject(CONFIG) { logLevel }: Config,
  ) {
    // At these levels, each request is logged.
    this.isOn = logLevel !== 'debug' && logLevel !== 'trace';
  }

  /** Remembers a poll after it was answered. */
  note(request: Request, response: Response, asked: ClientQuery, state: EnvironmentSnapshot): void {
    const { caller } = request as Request & { caller?: Caller };
    const { authorization, 'if-none-match': etag } = request.headers;
    const key = keyOf(request, request.originalUrl);
    if (!key || !caller || !authorization || !etag || !this.isOn) return;
    if (response.statusCode !== 304 || etag !== response.getHeader('ETag')) return;
    if (response.hasHeader('Age') || state.name !== asked.query.environment) return;
    const headers = (response as Response & RawHeaderNames)
      .getRawHeaderNames()
      .flatMap((name) => [name, String(response.getHeader(name))]);
    this.known.set(key, {
      ...{ secret: authorization.trim().replace(/^bearer\s+/i, ''), caller },
      polling: this.connections.polling(request, asked, caller.key),
      ...{ route: (request.route as { path: string }).path, environment: state.name },
      ...{ version: state.version, etag, headers },
    });
  }

  /** Answers a request if it is such a poll. @returns Whether it was answered. */
  answer(request: Request, response: Response): boolean {
    const { 'if-none-match': etag, 'x-forwarded-for': forwardedFor } = request.headers;
    const key = etag === undefined || tracing.current ? undefined : keyOf(request, request.url);
    const poll = key && this.known.get(key);
    if (!poll || poll.etag !== etag) return false;
    const start = performance.now();
    const state = this.served.current(poll.environment);
    if (state?.version !== poll.version) return false;
    // Express would ask for the trusted proxies first.
    const address = forwardedFor === undefined ? request.socket.remoteAddress : request.ip;
    const caller = this.callers.recent('token', poll.secret, address);
    if (!caller || !isSame(caller, poll.caller)) return false;
    poll.caller = caller;
    if (!this.quota.spendForSdk(caller.key)) return false;
    if (poll.polling) this.connections.repeat(poll.polling, state.horizon);
    response.writeHead(304, poll.headers as string[]).end();
    this.meters.answered(request.method, poll.route, 304, (performance.now() - start) / 1000);
    return true;
  }
}

/** Whether two lookups found a caller with the same rights. */
function isSame(one: Caller, other: Caller): boolean {
  return one === other || (one.key === other.key && one.signature === other.signature);
}

/** The headers by which SDKs say what they support and who they are. */
const OF_SDKS = [
  SPEC,
  ...['unleash-appname', 'unleash-instanceid', 'unleash-connection-id', 'unleash-sdk'],
  ...['x-unleash-appname', 'x-unleash-connection-id', 'x-unleash-sdk', 'unleash-interval'],
];

/** What distinguishes polls; undefined for a request that may want something else. */
function keyOf({ method, headers }: Request, url: string): string | undefined {
  const { authorization } = headers;
  if (method !== 'GET' || authorization === undefined || hasWishes(headers)) return undefined;
  let key = `${authorization}\n${url}`;
  for (const name of OF_SDKS) {
    const value = headers[name];
    if (value !== undefined) key += `\n${name}:${String(value)}`;
  }
  return key.length > MAX_KEY_LENGTH ? undefined : key;
}

/** Whether a request comes from a browser, has a body, or headers that change what it means. */
function hasWishes(headers: Request['headers']): boolean {
  return (
    headers.origin !== undefined ||
    headers.cookie !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    headers['if-match'] !== undefined ||
    headers['idempotency-key'] !== undefined
  );
}
