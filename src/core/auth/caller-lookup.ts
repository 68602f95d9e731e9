import { Injectable } from '@nestjs/common';
import { ShortStatements } from '../../platform/database/short-statements.js';
import { AddressList } from '../../platform/http/address-list.js';
import { recentlyUsed } from '../../platform/memory/recently-used.js';
import { ADMIN_TOKEN_USER_ID } from '../event/actor.js';
import { Commits } from '../event/commits.js';
import { changesPermissions, type DomainEvent } from '../event/event.types.js';
import {
  PERSONAL,
  type PersonalRow,
  TOKEN,
  TOKEN_WITH_HASH,
  type TokenRow,
} from './caller-lookup.sql.js';
import { type Caller, TokenCaller, type TokenLimits, UserCaller } from './caller/caller.js';
import { hashOf } from './caller/secret-hash.js';
import { TokenUseBuffer, type UsedToken } from './caller/token-use-buffer.js';
import { TokenMisses } from './limits/token-misses.js';
import { Access } from './permissions/access.js';
import { LimitedProjects } from './permissions/limited-projects.js';
import { ScopedAccess } from './permissions/scoped-access.js';
import { ProcessTokens } from './process-tokens.js';
import { SessionActivity } from './session/session-activity.js';
import { type SessionRow, stateOf } from './session/session-lookup.js';
import { CALLER_BY_SESSION } from './session/session-lookup.sql.js';
import { StaleCallerCache } from './stale-caller-cache.js';
import { StreamTicket } from './stream-ticket.js';

/** The caller behind an API token. */
export function callerOfToken(row: TokenRow): TokenCaller {
  const { id, name, type, allProjects, allowedAddresses } = row;
  const userId = type === 'admin' ? ADMIN_TOKEN_USER_ID : 0;
  const environment = row.environment ?? undefined;
  const projects = allProjects ? undefined : row.projects;
  const limits = { ...limitsOf(row), allowed: listOf(allowedAddresses) };
  return new TokenCaller(type, id, userId, name, environment, projects, limits);
}

/** What of the projects of a token can be reached from some addresses only. */
function limitsOf(row: TokenRow): TokenLimits {
  const { type, allProjects, projects, limitedProjects, everyProject } = row;
  // Administrators reach all projects.
  if (type === 'admin' || limitedProjects.length === 0) return {};
  const rows = limitedProjects.filter(({ id }) => allProjects || projects.includes(id));
  return rows.length === 0
    ? {}
    : { limited: new LimitedProjects(rows), every: everyProject ?? undefined };
}

const listOf = (addresses: readonly string[] | null): AddressList | undefined =>
  addresses ? new AddressList(addresses) : undefined;

/** The user behind a personal token. */
export function callerOfPersonal({ id, name, access, scope, ...row }: PersonalRow): UserCaller {
  const token = { type: 'personal-token', id: String(row.tokenId), name: row.description } as const;
  const allowed = listOf(row.allowedAddresses);
  const login = { token, scope: scope ?? undefined, allowed };
  return new UserCaller(id, name, ScopedAccess.of(access, scope), login);
}

/** The user behind a session. */
export function callerOfSession(row: SessionRow): UserCaller {
  const { id, name, access, signedInAt } = row;
  return new UserCaller(id, name, new Access(access), { session: stateOf(row), signedInAt });
}

/**
 * How long a lookup is cached. A token that another instance has revoked works at most this long.
 */
const CACHED_MS = 900;
/**
 * The format of personal tokens. API tokens of a project called `user` contain an environment and a
 * dot as well.
 */
const PERSONAL_FORM = /^user:[0-9a-f]+$/;
/** Upper bound on entries per cache. */
const MAX_CACHED = 10_000;

/** Prefix of cache keys of tokens, to distinguish them from sessions. */
const TOKEN_KEY = 'token ';

/** What identifies a caller. */
type SecretKind = 'token' | 'session' | 'ticket';

/** A caller, and the token that identified it; no token for a session. */
interface Found {
  caller: Caller;
  token?: UsedToken;
}

/** The result of a lookup, valid until the secret expires. */
interface FoundUntil {
  found: Found;
  expiresAt: Date | null;
}

interface CachedCaller extends Found {
  until: number;
}

/**
 * Finds the caller behind a token or a session cookie. Hits are cached for a second; misses are
 * not.
 */
@Injectable()
export class CallerLookup {
  private readonly cached = recentlyUsed<CachedCaller>(MAX_CACHED);
  /** Token uses that have not been written yet. */
  readonly tokenUses = new TokenUseBuffer();
  /** Previously valid tokens, used while PostgreSQL cannot be reached. */
  private readonly staleCallers = new StaleCallerCache();
  /** Running lookups by key: concurrent requests with the same token share one. */
  private readonly running = new Map<string, Promise<FoundUntil | undefined>>();
  /** Incremented whenever the cache is invalidated. */
  private generation = 0;
  private readonly invalidated: (() => void)[] = [];

  constructor(
    private readonly shortStatements: ShortStatements,
    private readonly sessions: SessionActivity,
    private readonly misses: TokenMisses,
    private readonly own: ProcessTokens,
    commits: Commits,
  ) {
    commits.listen((events) => {
      if (events.some(changesPermissions)) this.invalidate();
      if (events.some(createsSecret)) this.misses.invalidate();
      if (events.some(revokes)) this.staleCallers.clear();
    });
  }

  /** The cached caller, without asking PostgreSQL. `address` is the IP address of the request. */
  recent(kind: SecretKind, secret: string, address?: string): Caller | undefined {
    const key = `${kind} ${secret}`;
    const found = this.cached.get(key);
    if (!found) return undefined;
    if (found.until > Date.now()) return this.seen(found, address);
    this.cached.delete(key);
    return undefined;
  }

  /** Makes the next lookup ask PostgreSQL. */
  forget(kind: SecretKind, secret: string): void {
    const key = `${kind} ${secret}`;
    this.cached.delete(key);
    this.running.delete(key);
  }

  /** Finds the caller of a token. `address` is the IP address of the request. */
  async byToken(secret: string, address?: string): Promise<Caller | undefined> {
    const recent = this.recent('token', secret, address) ?? this.own.callerOf(secret);
    if (recent) return recent;
    const found = await this.lookUp('token', secret, address, () =>
      PERSONAL_FORM.test(secret) ? this.findPersonal(secret) : this.findToken(secret),
    );
    return found ? this.seen(found, address) : this.staleCallers.drop(secret);
  }

  /**
   * Like {@link byToken}, but accepts previously valid tokens while PostgreSQL cannot be reached.
   * Only for responses that need no PostgreSQL.
   */
  async byTokenOrLastKnown(secret: string, address?: string): Promise<Caller | undefined> {
    return (
      this.recent('token', secret, address) ??
      this.staleCallers.orElse(secret, () => this.byToken(secret, address))
    );
  }

  /** Finds the caller of a stream ticket; undefined when it is not valid (any more). */
  async byTicket(text: string, address?: string): Promise<Caller | undefined> {
    const ticket = StreamTicket.read(text);
    if (!ticket) return undefined;
    const recent = this.recent('ticket', text, address);
    if (recent) return recent;
    const found = await this.lookUp('ticket', text, address, () => this.findByTicket(ticket));
    return found && this.seen(found, address);
  }

  /** Finds the caller of a session. `address` is the IP address of the request. */
  async bySession(secret: string, address?: string): Promise<Caller | undefined> {
    const recent = this.recent('session', secret);
    if (recent) return recent;
    return (await this.lookUp('session', secret, address, () => this.findSession(secret)))?.caller;
  }

  /**
   * Asks PostgreSQL, once for concurrent identical lookups.
   * @throws TooManyRequestsError see {@link TokenMisses}
   */
  private async lookUp(
    kind: SecretKind,
    secret: string,
    address: string | undefined,
    find: () => Promise<FoundUntil | undefined>,
  ): Promise<Found | undefined> {
    const key = `${kind} ${secret}`;
    let lookup = this.running.get(key);
    if (!lookup) {
      const { generation } = this;
      const first = this.limited(kind, secret, address, find)
        .then((answer) => {
          if (answer) this.cache(key, answer.found, answer.expiresAt, generation);
          return answer;
        })
        .finally(() => {
          if (this.running.get(key) === first) this.running.delete(key);
        });
      this.running.set(key, (lookup = first));
    }
    return (await lookup)?.found;
  }

  /** Looks up previously valid tokens at once, and others within the limit for unknown tokens. */
  private async limited(
    kind: SecretKind,
    secret: string,
    address: string | undefined,
    find: () => Promise<FoundUntil | undefined>,
  ): Promise<FoundUntil | undefined> {
    if (kind === 'token' && this.staleCallers.has(secret)) return find();
    const hash = hashOf(secret);
    const found = await this.misses.lookFor('caller', [hash], address, async () => {
      const answer = await find();
      return new Map(answer ? [[hash.toString('hex'), answer]] : []);
    });
    return found.get(hash.toString('hex'));
  }

  private async findSession(secret: string): Promise<FoundUntil | undefined> {
    const [row] = await this.shortStatements.read(CALLER_BY_SESSION, [hashOf(secret)]);
    if (!row) return undefined;
    this.sessions.note(row.sessionId, row.seenAt);
    const caller = callerOfSession(row);
    return { found: { caller }, expiresAt: earlier(row.expiresAt, caller.access.until) };
  }

  private async findToken(secret: string): Promise<FoundUntil | undefined> {
    const [row] = await this.shortStatements.read(TOKEN, [hashOf(secret)]);
    return row && { found: foundIn(row), expiresAt: row.expiresAt };
  }

  private async findByTicket(ticket: StreamTicket): Promise<FoundUntil | undefined> {
    const [row] = await this.shortStatements.read(TOKEN_WITH_HASH, [ticket.tokenId]);
    const found = row && foundIn(row);
    if (!found || !ticket.isOf(found.caller, row.secretHash)) return undefined;
    const { expiresAt } = row;
    return {
      found,
      expiresAt: expiresAt && expiresAt < ticket.expiresAt ? expiresAt : ticket.expiresAt,
    };
  }

  private async findPersonal(secret: string): Promise<FoundUntil | undefined> {
    const [row] = await this.shortStatements.read(PERSONAL, [hashOf(secret)]);
    if (!row) return undefined;
    const { tokenId, description } = row;
    const caller = callerOfPersonal(row);
    const expiresAt = earlier(row.expiresAt, caller.access.until);
    const actor = { userId: row.id, name: row.name, token: caller.token };
    const event = { type: 'pat-used' as const, data: { id: tokenId, description } };
    const token = { kind: 'personal-token', id: String(tokenId), actor, event } as const;
    return { found: { caller, token }, expiresAt };
  }

  private seen({ caller, token }: Found, address: string | undefined): Caller {
    if (token && caller.allows(address)) this.tokenUses.note(token, address);
    return caller;
  }

  /**
   * Clears the cache after permissions or tokens have changed, so that the change is effective on
   * this instance at once.
   */
  invalidate(): void {
    this.cached.clear();
    this.running.clear();
    this.misses.invalidate();
    this.generation++;
    for (const listener of this.invalidated) listener();
  }

  /** Calls `listener` whenever permissions or tokens may have changed. */
  onInvalidate(listener: () => void): void {
    this.invalidated.push(listener);
  }

  /** Caches a lookup unless the cache was invalidated after the lookup started. */
  private cache(key: string, found: Found, expiresAt: Date | null, generation: number): void {
    if (generation !== this.generation) return;
    const until = Math.min(Date.now() + CACHED_MS, expiresAt?.getTime() ?? Infinity);
    this.cached.set(key, { ...found, until });
    if (key.startsWith(TOKEN_KEY))
      this.staleCallers.note(key.slice(TOKEN_KEY.length), found.caller, expiresAt);
  }
}

/** The first of two moments, the second of which may never come. */
function earlier(one: Date, other: Date | undefined): Date {
  return other && other < one ? other : one;
}

/** The caller behind an API token, with the event that records the use of the token. */
function foundIn(row: TokenRow): Found {
  const { id, name, type } = row;
  const projects = row.allProjects ? ['*'] : row.projects;
  const caller = callerOfToken(row);
  const actor = { userId: ADMIN_TOKEN_USER_ID, name, token: caller.token };
  const event = { type: 'api-token-used' as const, data: { id, tokenName: name, type, projects } };
  return { caller, token: { kind: 'api-token', id, actor, event } };
}

/** Whether an event creates a secret. */
function createsSecret({ type }: DomainEvent): boolean {
  return [
    'api-token-created',
    'api-token-updated',
    'emergency-link-created',
    'federated-credential-used',
    'pat-created',
    'signal-created',
    'user-logged-in',
  ].includes(type);
}

/** Whether an event revokes a token. */
function revokes({ type }: DomainEvent): boolean {
  return [
    'api-token-deleted',
    'api-token-updated',
    'federated-credential-deleted',
    'federated-credential-updated',
    'pat-deleted',
    'user-deleted',
    'service-account-deleted',
  ].includes(type);
}
