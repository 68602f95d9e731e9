import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { RequestQuota } from '../../../core/auth/limits/request-quota.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { OF_BODIES } from '../../../platform/http/security-headers.js';
import { ANY, isKnown, takesGzip } from '../../../platform/http/tagged.js';
import { Meters } from '../../../platform/meters/meters.js';
import { tracing } from '../../../platform/tracing/tracing.js';
import { OutgoingMemory } from '../cache/outgoing-memory.js';
import { type Polling, SdkConnections } from '../delivery/sdk-connections.js';
import { type ClientQuery, SPEC } from '../query/client-query.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import { ServedFeatures } from '../snapshot/served-features.js';
import { ClientFeaturesCache } from './cached-features.js';
import { whileSending } from '../cache/cached-response.js';
import { recentlyUsed } from '../../../platform/memory/recently-used.js';

/** Upper bounds on remembered polls, and on the length of what distinguishes them. */
const MAX_POLLS = 10_000;
const MAX_KEY_LENGTH = 1_000;
/** Part of their addresses, behind the base path. */
const PATH = '/api/client/features';
/** Headers that depend on which body it is, and on what the SDK has. */
const OF_ONE_BODY = new Set(['content-length', 'content-encoding', 'etag']);

/** The names of headers as they were written, which the type of responses lacks. */
interface RawHeaderNames {
  getRawHeaderNames(): string[];
}

/** A body that is sent. */
interface Sent {
  readonly body: Buffer;
  /** All but the ETag: names and values in turn. */
  readonly headers: readonly string[];
}

/** What has not changed since it was sent last. */
interface Present {
  /** Of the state. */
  readonly version: number;
  readonly etag: string;
  /** Headers of a 304: names and values in turn. */
  readonly unchanged: string[];
}

/** A poll that was answered on the ordinary way. */
interface KnownPoll {
  readonly secret: string;
  caller: Caller;
  /** The SDK, unless it does not name itself. */
  readonly polling: Polling | undefined;
  /** Key of the route in the metrics. */
  readonly route: string;
  readonly environment: string;
  readonly asked: ClientQuery;
  /** Headers of a 304 but its ETag: names and values in turn. */
  readonly unchanged: readonly string[];
  present?: Present;
  /** Headers of a 200; undefined if it was only ever answered with 304. */
  readonly headers?: readonly string[];
}

/**
 * Answers polls of SDKs before Express and Nest do. A poll is remembered when it was answered on
 * the ordinary way. One like it is answered early if its token was looked up less than a second
 * ago and found the same caller with the same rights, if the state includes all local commits, and
 * if the SDK has the present answer (304) or its body is in memory (200). Everything else goes the
 * ordinary way.
 */
@Injectable()
export class EarlyPolls {
  private readonly known = recentlyUsed<KnownPoll>(MAX_POLLS);
  private readonly isOn: boolean;

  constructor(
    private readonly callers: CallerLookup,
    private readonly quota: RequestQuota,
    private readonly served: ServedFeatures,
    private readonly answers: ClientFeaturesCache,
    private readonly outgoing: OutgoingMemory,
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
    const { authorization } = request.headers;
    const key = keyOf(request, request.originalUrl);
    if (!key || !caller || !authorization || !this.isOn) return;
    if (response.statusCode !== 304 && response.statusCode !== 200) return;
    if (response.hasHeader('Age') || state.name !== asked.query.environment) return;
    const isWhole = response.statusCode === 200;
    const headers = (response as Response & RawHeaderNames)
      .getRawHeaderNames()
      .filter((name) => !OF_ONE_BODY.has(name.toLowerCase()))
      .map((name) => [name, String(response.getHeader(name))] as const);
    this.known.set(key, {
      ...{ secret: authorization.trim().replace(/^bearer\s+/i, ''), caller },
      polling: this.connections.polling(request, asked, caller.key),
      ...{ route: (request.route as { path: string }).path, environment: state.name },
      unchanged: headers.filter(([name]) => !OF_BODIES.has(name.toLowerCase())).flat(),
      ...{ asked, headers: isWhole ? headers.flat() : this.known.get(key)?.headers },
    });
  }

  /** Answers a request if it is such a poll. @returns Whether it was answered. */
  answer(request: Request, response: Response): boolean {
    const key = tracing.current ? undefined : keyOf(request, request.url);
    const poll = key && this.known.get(key);
    if (!poll) return false;
    const start = performance.now();
    const state = this.served.current(poll.environment);
    const caller = state && this.callerOf(poll, request);
    if (!caller) return false;
    const { etag, unchanged } = this.presentOf(poll, caller, state);
    const { 'if-none-match': has } = request.headers;
    const isNew = has === undefined || (has !== etag && !isKnown(etag, has));
    const sent = isNew ? this.sentTo(poll, request, caller, state) : undefined;
    if ((isNew && !sent) || !this.quota.spendForSdk(caller.key)) return false;
    const { horizon } = state;
    const ended = (status: number): void => {
      if (status < 400 && poll.polling) this.connections.repeat(poll.polling, horizon);
      this.meters.answered(request.method, poll.route, status, (performance.now() - start) / 1000);
    };
    if (!sent) {
      response.writeHead(304, unchanged).end();
      ended(304);
    } else {
      response.writeHead(200, [...sent.headers, 'ETag', etag]).end(sent.body);
      whileSending(sent.body, response, this.outgoing);
      response.once('close', () => ended(response.writableFinished ? 200 : 499));
    }
    return true;
  }

  private presentOf(poll: KnownPoll, caller: Caller, state: EnvironmentSnapshot): Present {
    const { version } = state;
    if (poll.present?.version === version) return poll.present;
    const { etag } = this.answers.of(poll.asked, caller.key, state);
    return (poll.present = { version, etag, unchanged: [...poll.unchanged, 'ETag', etag] });
  }

  /** The body, if it is in memory and its headers are known. */
  private sentTo(
    { headers, asked }: KnownPoll,
    request: Request,
    caller: Caller,
    state: EnvironmentSnapshot,
  ): Sent | undefined {
    const found =
      headers && this.answers.of(asked, caller.key, state).atHand(takesGzip(request.headers));
    if (!found) return undefined;
    const { body, isGzip } = found;
    const more = ['Content-Length', String(body.length)];
    return {
      body,
      headers: [...headers, ...more, ...(isGzip ? ['Content-Encoding', 'gzip'] : [])],
    };
  }

  /** The caller, if its token was looked up just now and it has the same rights. */
  private callerOf(poll: KnownPoll, request: Request): Caller | undefined {
    // Express would ask for the trusted proxies first.
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    const address = isForwarded ? request.ip : request.socket.remoteAddress;
    const caller = this.callers.recent('token', poll.secret, address);
    if (!caller || caller.dependsOnAddress || !caller.allows(address)) return undefined;
    if (!isSame(caller, poll.caller)) return undefined;
    return (poll.caller = caller);
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
  if (method !== 'GET' || authorization === undefined || !url.includes(PATH)) return undefined;
  if (hasWishes(headers)) return undefined;
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
    headers['if-none-match']?.trim() === ANY ||
    headers['idempotency-key'] !== undefined
  );
}
