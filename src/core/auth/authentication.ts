import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { type Config, TOKEN_TYPES, type TokenType } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { PlainRefusal, ForbiddenError } from '../../platform/errors/general.errors.js';
import {
  AgentTokenRequired,
  AuthenticationRequired,
  UnauthorizedError,
} from './caller/auth.errors.js';
import { plainAddress } from '../event/actor.js';
import type { CalledRequest } from './current-caller.js';
import { TooManyTokenMisses } from './limits/token-misses.js';
import { type Caller, TokenCaller } from './caller/caller.js';
import { hashOf } from './caller/secret-hash.js';
import { CallerLookup } from './caller-lookup.js';
import { sessionSecretOf } from './session/session-cookie.js';
import { StreamTicket, TICKET_PATH } from './stream-ticket.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Paths that a session gives access to. */
const API = /^\/(api|openfeature)(\/|$)/i;
/**
 * Paths that a foreign site could abuse without a session: to sign somebody in or out. Paths that
 * identity providers redirect to are excluded.
 */
const SIGNING_IN_OR_OUT =
  /^\/(logout|auth\/(simple|reset|second-factor|passkey)(\/.*)?|invite\/.*)\/?$/i;

/**
 * Refuses cross-site requests with a session cookie (CSRF). Browsers send `Sec-Fetch-Site` or,
 * older ones, `Origin`; other programs send neither and have no cookies to abuse. Requests with a
 * token are allowed.
 * @throws ForbiddenError for a cross-site request.
 */
function refuseCrossSite(
  request: Request,
  { publicUrl, secureCookies }: Pick<Config, 'publicUrl' | 'secureCookies'>,
): void {
  const { authorization, cookie } = request.headers;
  if (SAFE_METHODS.has(request.method) || authorization?.trim()) return;
  const isOfSession =
    API.test(request.path) && sessionSecretOf(cookie, secureCookies) !== undefined;
  if (!isOfSession && !SIGNING_IN_OR_OUT.test(request.path)) return;
  if (isActedFromElsewhere(request, publicUrl)) {
    throw new ForbiddenError(
      'Another site sent this request with the session of a signed-in user. Send it from this ' +
        'site, or with a token.',
    );
  }
}

function isActedFromElsewhere(request: Request, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return (
    !URL.canParse(origin) ||
    (new URL(origin).host !== host && new URL(origin).origin !== new URL(publicUrl).origin)
  );
}

type Area = TokenType | 'ofrep' | 'openfeature' | 'mcp';
/** Areas whose callers must be known now. SDKs are served while PostgreSQL cannot be reached. */
const KNOWN_NOW: ReadonlySet<Area> = new Set(['admin', 'mcp']);

/**
 * Identifies the caller before routing, so that callers without access cannot find out which paths
 * below `/api` exist. A token takes precedence over a session.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly callers: CallerLookup,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  private readonly outside: ((request: Request) => boolean)[] = [];

  /** Requires a caller of the admin API for some requests to other paths, too. */
  alsoFor(isOutside: (request: Request) => boolean): void {
    this.outside.push(isOutside);
  }

  readonly middleware = (request: CalledRequest, _: Response, next: NextFunction): void => {
    refuseCrossSite(request, this.config);
    const isOutside = this.outside.some((includes) => includes(request));
    const area = areaOf(request.path) ?? (isOutside ? 'admin' : undefined);
    if (!area) return next();
    this.callerOf(request, area, false).then(
      (caller) => {
        request.caller = caller;
        next();
      },
      (error: unknown) => {
        if (error instanceof TooManyTokenMisses && tokenIn(request) !== undefined)
          request.unknownTokens = error.unknown;
        next(error);
      },
    );
  };

  /**
   * Identifies the caller of a request again.
   * @param isFresh Whether to ask PostgreSQL even if the last answer is less than a second old.
   * @throws ApiError when it is unknown by now.
   */
  async again(request: CalledRequest, isFresh: boolean): Promise<Caller | undefined> {
    const area = areaOf(request.path);
    return area && this.callerOf(request, area, isFresh);
  }

  /** A ticket for the stream of the token of a request; undefined for tokens of no environment. */
  ticketFor(request: CalledRequest): string | undefined {
    const { caller } = request;
    const token = tokenIn(request);
    return token !== undefined && caller instanceof TokenCaller && caller.environment !== undefined
      ? StreamTicket.issue(caller, hashOf(secretIn(token)))
      : undefined;
  }

  /** @throws ApiError when the caller is unknown, or may not use the area. */
  private async callerOf(
    request: CalledRequest,
    area: Area,
    isFresh: boolean,
  ): Promise<Caller | undefined> {
    const address = request.ip;
    const caller = await this.identify(request, area, address, isFresh);
    // Refusals are recorded with who was refused.
    if (caller) request.caller = caller.from(address);
    const refusal =
      area === 'mcp' && caller?.tokenId === undefined
        ? new AgentTokenRequired(this.config.publicUrl)
        : (refusalOf(area, caller, request) ?? refusalFrom(caller, address));
    if (refusal) throw refusal;
    return caller && request.caller;
  }

  private async identify(
    request: Request,
    area: Area,
    address: string | undefined,
    isFresh: boolean,
  ): Promise<Caller | undefined> {
    const ticket = ticketIn(request);
    if (ticket !== undefined) {
      if (isFresh) this.callers.forget('ticket', ticket);
      return this.callers.byTicket(ticket, address);
    }
    const { cookie } = request.headers;
    const authorization = tokenIn(request);
    if (authorization !== undefined) {
      const secret = secretIn(authorization);
      if (isFresh) this.callers.forget('token', secret);
      return KNOWN_NOW.has(area)
        ? this.callers.byToken(secret, address)
        : this.callers.byTokenOrLastKnown(secret, address);
    }
    const session = sessionSecretOf(cookie, this.config.secureCookies);
    if (!session) return undefined;
    if (isFresh) this.callers.forget('session', session);
    return this.callers.bySession(session, address);
  }
}

/** An empty header counts as none, so that the session of the request is used. */
function tokenIn(request: Request): string | undefined {
  return request.headers.authorization?.trim() || keyOf(request);
}

/** The secret in the value of a header. */
function secretIn(authorization: string): string {
  return authorization.replace(/^bearer\s+/i, '');
}

/** The ticket in the address, where tickets count. */
function ticketIn({ path, query }: Request): string | undefined {
  const ticket = path === TICKET_PATH ? query['ticket'] : undefined;
  return typeof ticket === 'string' ? ticket : undefined;
}

/** OpenFeature providers may send the token as `X-API-Key`. */
function keyOf({ path, headers }: Request): string | undefined {
  const key = headers['x-api-key'];
  return typeof key === 'string' && areaOf(path) === 'ofrep' ? key.trim() || undefined : undefined;
}

/** The kind of callers that a path is for; other paths authenticate by themselves. */
function areaOf(path: string): Area | undefined {
  const [, api, area] = path.toLowerCase().split('/', 3);
  if (api === 'ofrep' || api === 'openfeature' || api === 'mcp') return api;
  // The token of a signal is not one of a caller.
  if (api !== 'api' || area === 'signals') return undefined;
  return TOKEN_TYPES.find((type) => type === area) ?? 'admin';
}

function refusalOf(area: Area, caller: Caller | undefined, request: Request): Error | undefined {
  if (!caller && ticketIn(request) !== undefined)
    return new PlainRefusal(
      401,
      'The ticket has expired or was revoked. Evaluate all flags again.',
    );
  const withToken = tokenIn(request) !== undefined;
  // The manifest is for SDKs and for people.
  if (caller && area === 'openfeature') return undefined;
  if (area === 'admin' || area === 'mcp' || area === 'openfeature') {
    if (!caller)
      return withToken
        ? new UnauthorizedError('The token is unknown, expired or revoked.')
        : signInFirst();
    if (caller.kind === 'user' || caller.kind === 'admin') return undefined;
    return new PlainRefusal(
      403,
      `A ${caller.kind} token cannot be used here: this needs an admin token or a signed-in user.`,
    );
  }
  // Server-side SDKs may use personal tokens like admin tokens, but not sessions.
  if (area === 'client' && caller?.kind === 'user' && withToken) return undefined;
  const types = area === 'ofrep' ? 'client or frontend' : area;
  if (!caller || caller.kind === 'user')
    return new PlainRefusal(401, `This needs a ${types} token in the Authorization header.`);
  if (area === 'ofrep' || caller.kind === area || caller.kind === 'admin') return undefined;
  return new PlainRefusal(
    403,
    `A ${caller.kind} token cannot be used here: this needs a ${types} token.`,
  );
}

/** What an address has no right to with a token that other addresses may use. */
function refusalFrom(caller: Caller | undefined, address: string | undefined): Error | undefined {
  if (!caller || caller.allows(address)) return undefined;
  const from = plainAddress(address) ?? 'an unknown address';
  return new PlainRefusal(
    403,
    `This token cannot be used from ${from}: its addresses, or those of its projects, are limited.`,
  );
}

function signInFirst(): AuthenticationRequired {
  return new AuthenticationRequired('Sign in, or send an admin token in the Authorization header.');
}
