import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ClientQuery } from '../query/client-query.js';
import { ANY } from '../../../platform/http/tagged.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import { type Sdk, sdkOf } from './sdk.js';

/** The state that an SDK has received, and when. */
export interface SdkConnection {
  readonly sdk: Sdk;
  readonly environment: string;
  /** Ids of its projects; null for all. */
  readonly projects: readonly string[] | null;
  /** Ids of projects that are hidden from it. */
  readonly hidden: readonly string[];
  /** Prefix of the feature names it receives; empty for all. */
  readonly namePrefix: string;
  /** Tags as `type:value`, one of which a feature must carry; null for all. */
  readonly tags: readonly string[] | null;
  readonly mode: 'streaming' | 'polling';
  /** A PostgreSQL snapshot: the SDK has every change visible in it. */
  readonly horizon: string;
  /**
   * Time of the state, and when the SDK counts as disconnected, in epoch milliseconds of this
   * process.
   */
  readonly at: number;
  readonly until: number;
}

/** A polling SDK that asks for the same again. */
export interface Polling extends Pick<
  SdkConnection,
  'sdk' | 'environment' | 'projects' | 'hidden' | 'namePrefix' | 'tags'
> {
  readonly owner: string;
  /** Distinguishes SDKs. */
  readonly key: string;
}

interface Seen extends SdkConnection {
  readonly owner: string;
}

/** Assumed polling interval of SDKs that do not report one. */
const USUAL_SECONDS = 60;
/** Delay until a connection is visible to readers, in milliseconds. */
export const LAG_MS = 5_000;
/**
 * Upper bound on tracked SDK connections per instance. Clients choose their own names, so the map
 * must be bounded.
 */
const MAX_CONNECTIONS = 20_000;
/** Upper bound per token, so that no token uses up the capacity. */
const MAX_PER_TOKEN = 10_000;

/** What a response contains, and for whom. */
export interface Answered {
  readonly state: EnvironmentSnapshot;
  /** Snapshot of the state at the time of the response. */
  readonly horizon: string;
  /** Id of the token. */
  readonly owner: string;
}

/**
 * Records which states SDKs have received from this instance. A record costs one map entry; the
 * {@link DeliveryWriter} stores them.
 */
@Injectable()
export class SdkConnections {
  private readonly seen = new Map<string, Seen>();
  private readonly perOwner = new Map<string, number>();
  private readonly unwritten = new Set<string>();
  /** Number of connections that were not recorded for lack of room. */
  dropped = 0;

  /** Records a polling SDK after its response was sent. */
  watch(
    request: Request,
    response: Response,
    query: ClientQuery,
    { state, horizon, owner }: Answered,
  ): void {
    const sdk = sdkOf(request);
    // `If-None-Match: *` does not say which state the SDK has.
    if (
      !sdk ||
      request.method !== 'GET' ||
      request.headers['if-none-match']?.trim() === ANY ||
      !isNamed(query, state)
    )
      return;
    response.once('finish', () => {
      if (response.statusCode !== 200 && response.statusCode !== 304) return;
      this.note({ ...placeOf(query), sdk, mode: 'polling', horizon, ...timesOf(sdk) }, owner);
    });
  }

  /** What {@link repeat} needs for further polls of an SDK; undefined without a name. */
  polling(request: Request, query: ClientQuery, owner: string): Polling | undefined {
    const sdk = sdkOf(request);
    if (!sdk) return undefined;
    const place = placeOf(query);
    return { ...place, sdk, owner, key: keyOf({ environment: place.environment, sdk }) };
  }

  /** Records that a polling SDK has the state of this horizon, as it says itself. */
  repeat(polling: Polling, horizon: string): void {
    const { environment, projects, hidden, namePrefix, tags, sdk, owner, key } = polling;
    const { at, until } = timesOf(sdk);
    const before = this.seen.get(key);
    if ((before?.at ?? 0) > at) return;
    // Written without spreading, which would take longer than the rest of the answer.
    const seen: Seen = {
      environment,
      projects,
      hidden,
      namePrefix,
      tags,
      sdk,
      mode: 'polling',
      horizon,
      at,
      until,
      owner: before?.owner ?? owner,
    };
    if (!before) return this.note(seen, owner);
    this.seen.set(key, seen);
    this.unwritten.add(key);
  }

  /**
   * Records the state of an SDK.
   * @param owner Id of its token.
   */
  note(connection: SdkConnection, owner = ''): void {
    const key = keyOf(connection);
    const before = this.seen.get(key);
    if ((before?.at ?? 0) > connection.at) return;
    const ofOwner = this.perOwner.get(owner) ?? 0;
    if (
      !before &&
      (this.seen.size >= MAX_CONNECTIONS || (owner !== '' && ofOwner >= MAX_PER_TOKEN))
    ) {
      this.dropped++;
      return;
    }
    this.seen.set(key, { ...connection, owner: before?.owner ?? owner });
    if (!before) this.perOwner.set(owner, ofOwner + 1);
    this.unwritten.add(key);
  }

  /** Records that an SDK has left. */
  left(connection: Pick<SdkConnection, 'environment' | 'sdk'>): void {
    const key = keyOf(connection);
    const before = this.seen.get(key);
    if (!before) return;
    const now = performance.now();
    this.seen.set(key, { ...before, at: now, until: now });
    this.unwritten.add(key);
  }

  /** Returns and clears the records of connected SDKs. */
  drain(): SdkConnection[] {
    const now = performance.now();
    const taken = [...this.unwritten].flatMap((key) => this.seen.get(key) ?? []);
    this.unwritten.clear();
    for (const [key, { until, owner }] of this.seen) if (until < now) this.remove(key, owner);
    return taken;
  }

  /** Adds records again that could not be stored, except those updated meanwhile. */
  requeue(connections: readonly SdkConnection[]): void {
    for (const one of connections) {
      if (!this.unwritten.has(keyOf(one))) this.note(one, (one as Partial<Seen>).owner);
    }
  }

  private remove(key: string, owner: string): void {
    this.seen.delete(key);
    const left = (this.perOwner.get(owner) ?? 1) - 1;
    if (left > 0) this.perOwner.set(owner, left);
    else this.perOwner.delete(owner);
  }
}

/** When an SDK was seen, and when it counts as disconnected. */
function timesOf({ pollSeconds = USUAL_SECONDS }: Sdk): Pick<SdkConnection, 'at' | 'until'> {
  const at = performance.now();
  return { at, until: at + 2_000 * pollSeconds + LAG_MS };
}

function keyOf({ environment, sdk }: Pick<SdkConnection, 'environment' | 'sdk'>): string {
  return JSON.stringify([environment, sdk.appName, sdk.instanceId, sdk.connectionId]);
}

/** The filters of a query in the form they are stored. */
export function placeOf({
  query,
  hidden,
}: ClientQuery): Pick<
  SdkConnection,
  'environment' | 'projects' | 'hidden' | 'namePrefix' | 'tags'
> {
  return {
    environment: query.environment ?? '',
    projects: query.project ?? null,
    hidden,
    namePrefix: query.namePrefix ?? '',
    tags: query.tag?.map((pair) => pair.join(':')) ?? null,
  };
}

/** Whether a snapshot is that of the requested environment, and not the empty one. */
export function isNamed({ query }: ClientQuery, { name }: EnvironmentSnapshot): boolean {
  return name !== '' && name === query.environment;
}
