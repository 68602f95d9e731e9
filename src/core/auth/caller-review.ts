import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { withTimeout } from '../../platform/database/with-timeout.js';
import type { Caller } from './caller/caller.js';
import { CallerLookup, callerOfPersonal, callerOfSession, callerOfToken } from './caller-lookup.js';
import { PERSONAL_BY_ID, TOKENS_BY_ID } from './caller-lookup.sql.js';
import { ProcessTokens } from './process-tokens.js';
import { CALLERS_BY_SESSION_ID } from './session/session-lookup.sql.js';

/** Interval and time limit of looking up the callers that are followed. */
const EVERY_MS = 900;
const TIMEOUT_MS = 5_000;
/** Changes that this instance makes within this time are followed by one look-up. */
const SOON_MS = 20;

/** Somebody who has to know when a caller loses access. */
interface Follower {
  /** Of the caller as admitted. */
  readonly signature: string;
  readonly lost: () => void;
}

/**
 * Looks admitted callers up again. Whoever was admitted may have lost their rights while a stream,
 * a body or a turn took its time.
 */
@Injectable()
export class CallerReview {
  /** By session or token, so that one look-up serves all streams of a caller. */
  private readonly followers = new Map<string, Set<Follower>>();

  constructor(
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly own: ProcessTokens,
    jobs: BackgroundJobs,
  ) {
    const job = jobs.add({ name: 'caller-review', everyMs: EVERY_MS, run: () => this.review() });
    callers.onInvalidate(() => {
      if (this.followers.size > 0) job.runWithin(SOON_MS);
    });
  }

  /**
   * Reads what a caller may do now, within the transaction of the request if there is one.
   * @returns undefined when the session, the token or the user no longer exists.
   */
  async again(caller: Caller): Promise<Caller | undefined> {
    const key = credentialOf(caller);
    return (await this.present([key])).get(key)?.from(caller.address);
  }

  /**
   * Calls `lost` once, within about a second, when the session, the token or the user of a caller
   * no longer exists, or the caller may see or do something else than when admitted. While
   * PostgreSQL cannot be reached, nobody loses access.
   * @returns Stops that.
   */
  follow(caller: Caller, lost: () => void): () => void {
    const key = credentialOf(caller);
    const follower = { signature: caller.signature, lost };
    const followers = this.followers.get(key) ?? new Set();
    this.followers.set(key, followers.add(follower));
    return () => this.remove(key, follower);
  }

  private async review(): Promise<void> {
    if (this.followers.size === 0) return;
    const present = await withTimeout(TIMEOUT_MS, this.present([...this.followers.keys()]));
    const ended: Follower[] = [];
    for (const [key, followers] of this.followers) {
      // Whoever came meanwhile is looked up next time.
      if (!present.has(key)) continue;
      const now = present.get(key)?.signature;
      for (const follower of followers)
        if (follower.signature !== now) {
          ended.push(follower);
          this.remove(key, follower);
        }
    }
    if (ended.length === 0) return;
    // Clients that reconnect are authenticated again.
    this.callers.invalidate();
    for (const { lost } of ended) lost();
  }

  /** The present callers by credential; undefined for those that no longer exist. */
  private async present(keys: readonly string[]): Promise<Map<string, Caller | undefined>> {
    const present = new Map<string, Caller | undefined>(keys.map((key) => [key, undefined]));
    for (const caller of this.own.all)
      if (present.has(credentialOf(caller))) present.set(credentialOf(caller), caller);
    const stored = keys.filter((key) => !present.get(key));
    for (const kind of ['session', 'personal', 'token'] as const) {
      const ofKind = stored.filter((key) => key.startsWith(`${kind} `));
      if (ofKind.length === 0) continue;
      const found = await this.read[kind](ofKind.map((key) => key.slice(kind.length + 1)));
      for (const caller of found) present.set(credentialOf(caller), caller);
    }
    return present;
  }

  /** Reads present callers by the ids of their sessions or tokens. */
  private readonly read: Record<CredentialKind, (ids: string[]) => Promise<Caller[]>> = {
    session: async (ids) =>
      (await this.database.run(CALLERS_BY_SESSION_ID, [ids], 'hot')).map(callerOfSession),
    personal: async (ids) =>
      (await this.database.run(PERSONAL_BY_ID, [ids.map(Number)], 'hot')).map(callerOfPersonal),
    token: async (ids) => (await this.database.run(TOKENS_BY_ID, [ids], 'hot')).map(callerOfToken),
  };

  private remove(key: string, follower: Follower): void {
    const followers = this.followers.get(key);
    if (followers?.delete(follower) && followers.size === 0) this.followers.delete(key);
  }
}

type CredentialKind = 'session' | 'personal' | 'token';

/** What identifies a caller: the session or the token. */
function credentialOf({ kind, session, tokenId }: Caller): string {
  const credential: CredentialKind = session ? 'session' : kind === 'user' ? 'personal' : 'token';
  return `${credential} ${session?.id ?? tokenId}`;
}
